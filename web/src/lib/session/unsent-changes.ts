import { type ConfirmOptions, confirm } from '../../ui/confirm.ts';

/** Changes that this device has not sent yet, for want of a network. */
interface UnsentChanges {
  count: () => number;
  discard: () => void;
}

let unsent: UnsentChanges | undefined;

/** Says where the changes are that a log-out, or leaving the team, would lose. */
export function setUnsentChanges(changes: UnsentChanges): void {
  unsent = changes;
}

const LOSS = {
  'log-out': { begins: 'Logging out', confirmLabel: 'Log Out Anyway' },
  leave: { begins: 'Leaving', confirmLabel: 'Leave Anyway' },
} as const;

/** Asks whether a log-out, or leaving the team, may discard changes that were not sent yet, if any; resolves to whether to go on. */
export function confirmUnsentLoss(by: keyof typeof LOSS = 'log-out'): Promise<boolean> {
  const isOne = unsent?.count() === 1;
  const { begins, confirmLabel } = LOSS[by];
  return confirmUnsent({
    description: isOne
      ? `Guests don't see this change from Kitchen yet. It will be sent when you're back online. ${begins} discards it.`
      : `Guests don't see these changes from Kitchen yet. They'll be sent when you're back online. ${begins} discards them.`,
    confirmLabel,
    destructive: true,
  });
}

/** Asks whether changes that were not sent yet, if any, may wait until this restaurant is opened again; resolves to whether to go on. */
export function confirmUnsentDelay(): Promise<boolean> {
  const isOne = unsent?.count() === 1;
  return confirmUnsent({
    description: isOne
      ? "Guests don't see this change from Kitchen yet. If you switch now, it will be sent when you open this restaurant again."
      : "Guests don't see these changes from Kitchen yet. If you switch now, they'll be sent when you open this restaurant again.",
    confirmLabel: 'Switch Anyway',
  });
}

async function confirmUnsent(words: Omit<ConfirmOptions, 'title'>): Promise<boolean> {
  const count = unsent?.count() ?? 0;
  if (count === 0) return true;
  const title = count === 1 ? "1 change hasn't been sent yet" : `${count} changes haven't been sent yet`;
  return confirm({ title, cancelLabel: 'Stay', ...words });
}

/** Discards what was not sent, as the user has chosen. */
export const discardUnsent = (): void => unsent?.discard();
