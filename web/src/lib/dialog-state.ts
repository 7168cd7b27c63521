import { useState } from 'react';

/** A dialog about something: what, whether it is open, and a key that is new each time it opens. */
export interface DialogState<Subject> {
  open: boolean;
  subject: Subject | undefined;
  /** 0 until it was first opened; give it to the dialog, so that its form begins anew. */
  key: number;
  show: (subject: Subject) => void;
  close: () => void;
}

/** The state of a dialog that is opened for one thing or another. The subject stays while the dialog leaves. */
export function useDialogState<Subject>(): DialogState<Subject> {
  const [state, setState] = useState<{ open: boolean; subject?: Subject; key: number }>({ open: false, key: 0 });
  return {
    open: state.open,
    subject: state.subject,
    key: state.key,
    show: (subject) => setState(({ key }) => ({ open: true, subject, key: key + 1 })),
    close: () => setState((now) => ({ ...now, open: false })),
  };
}
