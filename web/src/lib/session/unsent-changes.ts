import { confirm } from '../../ui/confirm.ts';

/** Changes that this device has not sent yet, for want of a network. */
interface UnsentChanges {
  count: () => number;
  discard: () => void;
}

let unsent: UnsentChanges | undefined;

/** Says where the changes are that a log-out would lose. */
export function setUnsentChanges(changes: UnsentChanges): void {
  unsent = changes;
}

/** Asks whether a log-out may discard changes that were not sent yet, if any; resolves to whether to go on. */
export async function confirmUnsentLoss(): Promise<boolean> {
  const count = unsent?.count() ?? 0;
  if (count === 0) return true;
  return confirm({
    title: count === 1 ? "1 change hasn't been sent yet" : `${count} changes haven't been sent yet`,
    description:
      count === 1
        ? "Guests don't see this change from Kitchen yet. It will be sent when you're back online. Logging out discards it."
        : "Guests don't see these changes from Kitchen yet. They'll be sent when you're back online. Logging out discards them.",
    confirmLabel: 'Log Out Anyway',
    cancelLabel: 'Stay',
    destructive: true,
  });
}

/** Discards what was not sent, as the user has chosen. */
export const discardUnsent = (): void => unsent?.discard();
