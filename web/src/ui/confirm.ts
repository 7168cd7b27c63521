import type { ReactNode } from 'react';

export interface ConfirmOptions {
  title: ReactNode;
  /** The consequences of a yes. */
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** A text to type before a yes counts, such as the restaurant's name, and what asks for it. */
  retype?: { label: string; text: string; error: string };
}

interface Question extends ConfirmOptions {
  open: boolean;
  answer: (yes: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function setQuestion(next: Question) {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks a yes/no question in a dialog: `if (await confirm({ title, confirmLabel: 'Delete', destructive: true })) …` */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  answerNo();
  return new Promise((resolve) => {
    const asked: Question = {
      ...options,
      open: true,
      answer: (yes) => {
        if (question?.answer !== asked.answer || !question.open) return;
        // Keep the question, so that its text stays during the closing animation.
        setQuestion({ ...asked, open: false });
        resolve(yes);
      },
    };
    setQuestion(asked);
  });
}

/** Answers an open question with no. */
export function answerNo(): void {
  question?.answer(false);
}

/** For the host: the current question. */
export const currentQuestion = (): Question | undefined => question;

/** For the host: calls `listener` on every change. */
export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
