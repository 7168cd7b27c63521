/** A service that translates texts. */
export interface Translator {
  /** The translations of `texts`, in their order. */
  translate(from: string, to: string, texts: readonly string[]): Promise<string[]>;
}
