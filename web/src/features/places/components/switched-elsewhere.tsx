import { useEffect, useRef, useSyncExternalStore } from 'react';
import { confirmDiscardAll } from '../../../lib/forms/unsaved-changes.ts';
import { followSwitch, knownUser, placeElsewhere, placesOf } from '../../../lib/session/session.ts';
import { subscribeToSwitches, tokenElsewhere } from '../../../lib/session/token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

/**
 * Shows the restaurant to which another tab has switched. Asks first where something is unsaved here: it may be saved in the restaurant
 * in which it was typed, whose session this tab still has. A notice says so then.
 */
export function SwitchedElsewhere() {
  const elsewhere = useSyncExternalStore(subscribeToSwitches, tokenElsewhere);
  const asked = useRef<string>(null);
  useEffect(() => {
    if (elsewhere === null || asked.current === elsewhere) return;
    asked.current = elsewhere;
    void askAndFollow();
  }, [elsewhere]);
  if (elsewhere === null) return null;
  const there = placeElsewhere(elsewhere);
  return (
    <Alert
      tone="info"
      title={
        <>
          You switched to <bdi className="wrap-anywhere">{there}</bdi> in another tab.
        </>
      }
      className="mb-7 print:hidden"
      action={
        <Button variant="secondary" size="sm" className="max-w-full" onClick={() => void askAndFollow()}>
          <span className="min-w-0 truncate">
            Open <bdi>{there}</bdi>
          </span>
        </Button>
      }
    >
      This tab still shows <bdi>{placeHere()}</bdi>, and saves to it.
    </Alert>
  );
}

async function askAndFollow() {
  const [here, there] = [placeHere(), placeElsewhere(tokenElsewhere())];
  const mayFollow = await confirmDiscardAll({
    title: `You switched to ${there} in another tab`,
    description: `Your changes for ${here} haven't been saved yet. You can save them here first.`,
  });
  if (mayFollow && tokenElsewhere() !== null) followSwitch();
}

function placeHere(): string {
  const user = knownUser();
  return placesOf(user).find(({ id }) => id === user?.tenantId)?.name ?? 'the restaurant before';
}
