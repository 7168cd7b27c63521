import { buttonClass } from '../../../ui/button-class.ts';
import { LogoMark } from '../../../ui/logo.tsx';
import { usePageWords } from '../words/page-words.ts';

/** Shown when the menu does not exist or can't be reached. */
export function MenuMissing({ onRetry }: { onRetry: () => void }) {
  const { say, own } = usePageWords();
  return (
    <main
      {...own}
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-7 px-6 py-12 text-center"
    >
      <LogoMark className="size-12" />
      <div role="alert">
        <h1 className="display text-2xl">{say('missing')}</h1>
      </div>
      <p className="-mt-3 text-ink-muted">{say('scanned')}</p>
      <button type="button" onClick={onRetry} className={buttonClass('secondary')}>
        {say('retry')}
      </button>
    </main>
  );
}
