import { useState } from 'react';

/** A dialog's state: its subject, whether it is open, and a key that changes each time it opens. */
interface DialogState<Subject> {
  open: boolean;
  subject: Subject | undefined;
  /** 0 until first opened. Pass it to the dialog as `key`, so that its form is reset. */
  key: number;
  show: (subject: Subject) => void;
  close: () => void;
  /** Closes the dialog if `isIt` holds for its subject of now, which an earlier render does not know. */
  closeIf: (isIt: (subject: Subject) => boolean) => void;
}

/** The state of a dialog that opens for different subjects. The subject stays during the closing animation. */
export function useDialogState<Subject>(): DialogState<Subject> {
  const [state, setState] = useState<{ open: boolean; subject?: Subject; key: number }>({ open: false, key: 0 });
  return {
    open: state.open,
    subject: state.subject,
    key: state.key,
    show: (subject) => setState(({ key }) => ({ open: true, subject, key: key + 1 })),
    close: () => setState((now) => ({ ...now, open: false })),
    closeIf: (isIt) =>
      setState((now) => (now.subject !== undefined && isIt(now.subject) ? { ...now, open: false } : now)),
  };
}
