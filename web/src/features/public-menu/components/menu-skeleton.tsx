import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePageWords } from '../words/page-words.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A skeleton of a menu that is loading. */
export function MenuSkeleton() {
  const { say } = usePageWords();
  return (
    <main id="main" tabIndex={-1} aria-busy="true" className="min-h-dvh">
      <p role="status" className="sr-only">
        {say('loading')}
      </p>
      <div className="bg-sunken">
        <div className="mx-auto flex max-w-5xl flex-col gap-5 px-5 pt-8 pb-7 sm:px-8 sm:pt-12">
          <Skeleton className="size-17 rounded-full! sm:size-20" />
          <Skeleton className="h-9 w-3/5 max-w-sm" />
          <Skeleton className="h-12 w-full max-w-md" />
          <Skeleton className="h-24 w-2/3 max-w-xs" />
        </div>
      </div>
      <div className="border-b border-line">
        <div className="mx-auto flex h-15 max-w-5xl items-center gap-3 overflow-hidden px-5 sm:px-8">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-10 w-24 shrink-0 rounded-full!" />
          ))}
        </div>
      </div>
      <div className="mx-auto max-w-5xl px-5 pt-9 sm:px-8">
        <Skeleton className="h-8 w-40" />
        <div className="grid gap-x-14 pt-3 md:grid-cols-2">
          {ROWS.map((row) => (
            <div key={row} className="flex gap-4 border-b border-line py-5">
              <Skeleton className="size-12 shrink-0 rounded-full!" />
              <div className="flex flex-1 flex-col gap-2.5">
                <Skeleton className="h-5 w-1/2" />
                <Skeleton className="h-10 w-full" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </main>
  );
}
