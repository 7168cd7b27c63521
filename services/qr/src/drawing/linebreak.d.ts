// linebreak has no types; these cover what is used here.
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place at which a line may end, or null after the last. */
    nextBreak(): { readonly position: number } | null;
  }
}
