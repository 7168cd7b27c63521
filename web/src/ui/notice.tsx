import type { ReactNode } from 'react';
import { LogoMark } from './logo.tsx';

interface NoticeProps {
  title: ReactNode;
  text: ReactNode;
  /** What to do next: links or buttons. */
  children?: ReactNode;
}

/** A full-screen message: a place card on the tablecloth. Has its own `<main>`. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className="relative grid min-h-dvh grid-cols-1 place-items-center px-5 py-12">
      <div
        aria-hidden
        className="tablecloth absolute inset-0 text-brand opacity-30 [mask-image:radial-gradient(closest-side,#000,transparent)]"
      />
      <main
        id="main"
        tabIndex={-1}
        className="relative flex w-full max-w-md flex-col items-center gap-6 rounded-sheet border border-line bg-surface px-6 py-12 text-center shadow-float sm:px-12"
      >
        <LogoMark className="size-12" />
        <div className="flex w-full min-w-0 flex-col gap-3">
          <h1 tabIndex={-1} className="display text-2xl">
            {title}
          </h1>
          <p className="text-ink-muted">{text}</p>
        </div>
        {children}
      </main>
    </div>
  );
}
