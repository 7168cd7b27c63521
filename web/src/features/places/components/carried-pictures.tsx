import { useQueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { useEffect, useState } from 'react';
import { type Carried, carriedOf, changeCarried, useCarried } from '../../../lib/pictures/carried-pictures.ts';
import { knownUser } from '../../../lib/session/session.ts';
import { getToken } from '../../../lib/session/stored-token.ts';
import { formatCount, formatTime, many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { toast } from '../../../ui/toast.ts';
import type { CopyFailure } from '../copy-picture.ts';

/** How long to wait at a limit that does not say how long it lasts, and after another failure, in milliseconds. */
const LIMIT_MS = 60_000;
const AGAIN_MS = 3_000;
/** How often a picture is tried that may be copied later. */
const TRIES = 3;
/** Most names in a list. */
const NAMED = 10;

/** Copies the photos that wait for the restaurant, one after the other, and says how far it is and what failed. Nothing where none wait. */
export function CarriedPictures({ user }: { user: SignedInUser & { tenantId: string } }) {
  const client = useQueryClient();
  const { waiting, failed, total } = useCarried(user);
  const [pausedUntil, setPausedUntil] = useState<number>();
  const [stopped, setStopped] = useState<string>();
  const isWaiting = waiting.length > 0 && stopped === undefined;
  const { id, tenantId } = user;

  useEffect(() => {
    if (!isWaiting) return;
    const owner = { id, tenantId };
    const stop = new AbortController();
    const { signal } = stop;
    // A second tab of the restaurant takes over once this one is closed.
    const alone = (work: () => Promise<void>) =>
      navigator.locks ? navigator.locks.request(`pictures ${tenantId}`, { signal }, work) : work();
    alone(async () => {
      // Loaded when it is used: every screen has this component.
      const { copyFailure, copyPicture } = await import('../copy-picture.ts');
      for (let tries = 1; !signal.aborted; ) {
        const [next] = carriedOf(owner).waiting;
        // After a switch, the token of this tab is that of another restaurant.
        if (!next || knownUser()?.tenantId !== tenantId) return;
        const failure = await copyPicture(client, next, { tenantId, token: getToken(), signal }).then(
          () => undefined,
          copyFailure,
        );
        if (signal.aborted) return;
        if (failure?.kind === 'limit') {
          const ms = failure.seconds ? failure.seconds * 1_000 : LIMIT_MS;
          setPausedUntil(Date.now() + ms);
          await pause(ms, signal);
          setPausedUntil(undefined);
        } else if (failure?.kind === 'later' && tries < TRIES) {
          tries += 1;
          await pause(AGAIN_MS, signal);
        } else if (failure?.kind === 'later') {
          setStopped(failure.reason);
          return;
        } else {
          tries = 1;
          changeCarried(owner, (before) => after(before, next.item, failure));
          if (carriedOf(owner).total === 0) toast({ title: 'Photos copied', description: 'All dishes have theirs.' });
        }
      }
    }).catch(() => {
      if (!signal.aborted) setStopped('Please check your connection and try again.');
    });
    return () => stop.abort();
  }, [client, id, tenantId, isWaiting]);

  if (waiting.length > 0) {
    const done = total - waiting.length;
    return (
      <Alert
        tone={stopped === undefined ? 'info' : 'warning'}
        title={
          <>
            Copying photos
            {/* The bar below says it to screen readers, which would read each step of a message. */}
            <span aria-hidden>{`: ${formatCount(done)} of ${formatCount(total)}`}</span>
          </>
        }
        className="mb-7 print:hidden"
        action={
          <div className="flex flex-wrap gap-2.5">
            {stopped !== undefined && (
              <Button variant="secondary" size="sm" onClick={() => setStopped(undefined)}>
                Try Again
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                setStopped(undefined);
                changeCarried(user, (before) => ({ ...before, waiting: [], total: before.failed.length }));
              }}
            >
              Stop Copying
            </Button>
          </div>
        }
      >
        <div className="max-w-72 py-1.5">
          <ProgressBar
            label="Photos copied"
            value={done}
            max={total}
            text={`${formatCount(done)} of ${formatCount(total)}`}
          />
        </div>
        {stopped ??
          (pausedUntil === undefined
            ? 'You can go on working. Keep this tab open.'
            : `Only so many photos can be added at once. The next ones follow at ${formatTime(new Date(pausedUntil).toISOString())}. Keep this tab open.`)}
      </Alert>
    );
  }
  if (failed.length === 0) return null;
  const names = failed.slice(0, NAMED).map(({ name }) => name);
  const more = failed.length - names.length;
  return (
    <Alert
      tone="warning"
      title={`${many(failed.length, "photo wasn't", "photos weren't")} copied`}
      className="mb-7 print:hidden"
      action={
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              setStopped(undefined);
              changeCarried(user, () => ({ waiting: failed, failed: [], total: failed.length }));
            }}
          >
            Try Again
          </Button>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => changeCarried(user, (before) => ({ ...before, failed: [] }))}
          >
            Dismiss
          </Button>
        </div>
      }
    >
      <bdi className="wrap-anywhere">
        {[...names, more > 0 && `${formatCount(more)} more`].filter(Boolean).join(', ')}
      </bdi>
      : {failed[0]?.reason}
    </Alert>
  );
}

/** What is left once a picture was copied, or can't be. */
function after({ waiting, failed, total }: Carried, item: number, failure: CopyFailure | undefined): Carried {
  const isAll = failure?.kind === 'full';
  const gone = waiting.filter((one) => isAll || one.item === item);
  const rest = waiting.filter((one) => !gone.includes(one));
  const refused = failure ? [...failed, ...gone.map((one) => ({ ...one, reason: failure.reason }))] : failed;
  return { waiting: rest, failed: refused, total: rest.length + refused.length === 0 ? 0 : total };
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
