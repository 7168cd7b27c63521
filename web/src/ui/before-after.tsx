import { VisuallyHidden } from './visually-hidden.tsx';

/** A value before and after a change, as in '$14.50 → $15.00'. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      <bdi className="figures text-ink-muted line-through">{before}</bdi> <span aria-hidden>→</span>{' '}
      <VisuallyHidden>changed to</VisuallyHidden> <bdi className="figures">{after}</bdi>
    </>
  );
}
