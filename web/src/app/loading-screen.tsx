/** Shown while a page's code or the session loads, but only after a noticeable delay. */
export function LoadingScreen() {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center">
      <span className="sr-only">Loading…</span>
      <span
        aria-hidden
        className="size-7 animate-turn rounded-full border-[2.5px] border-line-strong border-t-brand [animation-delay:300ms]"
      />
    </div>
  );
}
