import type { CodeStyle, StyleInput } from '@tavola/contracts/qr.ts';
import { changedMeanwhile, type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { RenderQueue } from '../rendering/render-queue.ts';
import { codeStyleOf, type KeptStyle, styleStore } from './style-store.ts';

/** How long a worker may have to try a style, in milliseconds: the promise is an answer in under 3 s. */
const TRIED_WITHIN_MS = 2_300;

/**
 * Gives a restaurant's codes another style, if theirs is one that `ifMatch` names, once a worker has read one back that was
 * drawn in it; `text` is what that one says.
 * @throws Problem `validation-failed` naming the field that keeps phones from reading it; `unavailable` without a worker;
 * `changed-meanwhile`.
 */
export async function changeStyle(
  { db, queue }: { db: PrismaClient; queue: RenderQueue },
  tenantId: string,
  text: string,
  change: StyleInput,
  ifMatch: IfMatch,
): Promise<CodeStyle> {
  const store = styleStore(db, tenantId);
  const before = await store.kept();
  requireMatch('The style', codeStyleOf(before), ifMatch);
  const { colors, logo } = await tried(queue, text, before, change);
  // Others may have saved while it was tried.
  const saved = await store.save(colors, logo, ifMatch && before.look);
  if (!saved) throw changedMeanwhile('The style', codeStyleOf(await store.kept()));
  return codeStyleOf(saved);
}

/** What `kept` becomes with `change`, once a worker has read it back. */
async function tried(queue: RenderQueue, text: string, { look, logo: before }: KeptStyle, change: StyleInput) {
  const colors = {
    foreground: change.foreground ?? look.foreground,
    background: change.background ?? look.background,
    caption: change.caption === undefined ? look.caption : change.caption,
  };
  const given = change.logo === undefined ? before && Buffer.from(before).toString('base64') : base64Of(change.logo);
  const outcome = await queue.tryStyle({ text, ...colors, logo: given }, TRIED_WITHIN_MS).catch((cause) => {
    throw new Problem('unavailable', 'The style could not be tried right now. Please try again in a moment.', {
      cause,
      retryAfter: 5,
    });
  });
  if (outcome.fault) throw new Problem('validation-failed', outcome.fault.message, { errors: [outcome.fault] });
  // What was drawn from a logo once is not made worse by doing it again.
  const isSame = before !== null && given === Buffer.from(before).toString('base64');
  const made = outcome.logo && new Uint8Array(Buffer.from(outcome.logo, 'base64'));
  return { colors, logo: isSame ? new Uint8Array(before) : made || null };
}

const base64Of = (dataUrl: string | null) => dataUrl?.slice(dataUrl.indexOf(',') + 1) ?? null;
