/** Shown while a page's code or the session loads, but only after a noticeable delay. Screen readers read `text`. */
export function LoadingScreen({ text = 'Loading…' }: { text?: string | null }) {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center">
      {text && <span className="sr-only">{text}</span>}
      <span
        aria-hidden
        className="size-7 animate-turn rounded-full border-[2.5px] border-line-strong border-t-brand [animation-delay:300ms]"
      />
    </div>
  );
}
