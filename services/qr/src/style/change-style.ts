import type { CodeStyle, StyleInput } from '@tavola/contracts/qr.ts';
import { changedMeanwhile, type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { RenderQueue } from '../rendering/render-queue.ts';
import type { Drawing, DrawnFor } from '../rendering/rendered.ts';
import { codeStyleOf, type KeptStyle, styleStore } from './style-store.ts';

/** Time limit for a worker to try a style, in milliseconds: an answer is promised in under 3 s. */
const TRIED_WITHIN_MS = 2_300;

/**
 * Changes the style of a restaurant's codes, if `ifMatch` names the current style, after a worker has drawn and read
 * back a code in the new one; `text` is that code's text. A change to a style that was replaced while it waited for the
 * restaurant's other drawings is not drawn.
 * @throws Problem `validation-failed` naming the field that makes it unreadable; `unavailable` without a worker;
 * `changed-meanwhile`; `too-many-requests` while too many drawings of the tenant or the person are waiting.
 */
export function changeStyle(
  { db, queue, drawings }: Drawing,
  by: DrawnFor,
  text: string,
  change: StyleInput,
  ifMatch: IfMatch,
): Promise<CodeStyle> {
  const deadline = performance.now() + TRIED_WITHIN_MS;
  return drawings.turns.run({ ...by }, () =>
    changeInTurn(db, queue, by.restaurant, { text, change, ifMatch, deadline }),
  );
}

interface StyleChange {
  text: string;
  change: StyleInput;
  ifMatch: IfMatch;
  deadline: number;
}

async function changeInTurn(
  db: PrismaClient,
  queue: RenderQueue,
  tenantId: string,
  { text, change, ifMatch, deadline }: StyleChange,
): Promise<CodeStyle> {
  const store = styleStore(db, tenantId);
  const before = await store.kept();
  requireMatch('The style', codeStyleOf(before), ifMatch);
  const leftMs = deadline - performance.now();
  if (leftMs <= 0) throw notTried();
  const { colors, logo } = await tried(queue, { tenantId, text }, before, change, leftMs);
  // Another request may have saved a style during the trial.
  const saved = await store.save(colors, logo, ifMatch && before.look);
  if (!saved) throw changedMeanwhile('The style', codeStyleOf(await store.kept()));
  return codeStyleOf(saved);
}

/** Applies `change` to `kept`, once a worker has read it back. */
async function tried(
  queue: RenderQueue,
  of: { tenantId: string; text: string },
  { look, logo: before }: KeptStyle,
  change: StyleInput,
  timeoutMs: number,
) {
  const colors = {
    foreground: change.foreground ?? look.foreground,
    background: change.background ?? look.background,
    caption: change.caption === undefined ? look.caption : change.caption,
  };
  const given = change.logo === undefined ? before && Buffer.from(before).toString('base64') : base64Of(change.logo);
  const outcome = await queue.tryStyle({ ...of, ...colors, logo: given }, timeoutMs).catch((cause) => {
    throw notTried(cause);
  });
  if (outcome.fault) throw new Problem('validation-failed', outcome.fault.message, { errors: [outcome.fault] });
  // An unchanged logo is not encoded again, to keep its quality.
  const isSame = before !== null && given === Buffer.from(before).toString('base64');
  const made = outcome.logo && new Uint8Array(Buffer.from(outcome.logo, 'base64'));
  return { colors, logo: isSame ? new Uint8Array(before) : made || null };
}

const notTried = (cause?: unknown) =>
  new Problem('unavailable', "The style couldn't be checked right now. Please try again in a moment.", {
    cause,
    retryAfter: 5,
  });

const base64Of = (dataUrl: string | null) => dataUrl?.slice(dataUrl.indexOf(',') + 1) ?? null;
