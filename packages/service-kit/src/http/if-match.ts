import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Request, Response } from 'express';
import { Problem } from './problem.ts';

/** The tags of which one has to be the object's for a write to be done; none where any will do. */
export type IfMatch = readonly string[] | undefined;

/**
 * What the request's `If-Match` asks for. Weak tags count as strong ones: a proxy that compresses an answer makes them so.
 * @throws Problem `malformed-request` for what is neither `*` nor a list of quoted tags.
 */
export function ifMatchOf(req: Request): IfMatch {
  const header = req.get('if-match')?.trim();
  if (header === undefined || header === '*') return undefined;
  return header.split(',').map((part) => {
    const [, tag] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(part) ?? [];
    if (tag === undefined)
      throw new Problem('malformed-request', 'If-Match must be a tag in quotes, as an ETag has it.');
    return tag;
  });
}

/** Answers with `object` and the tag of its state. */
export function sendWithEtag(res: Response, object: object, status = 200): void {
  res.status(status).setHeader('ETag', `"${entityTag(object)}"`);
  res.json(object);
}

/**
 * Makes sure that `current`, as the API shows it, is in one of the states that `ifMatch` names; any will do without them.
 * Read `current` under a lock, or tie the write to its version: nobody may change it in between.
 * @throws Problem `changed-meanwhile` with `current`.
 */
export function requireMatch(what: string, current: object, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.includes(entityTag(current))) throw changedMeanwhile(what, current);
}

/** What a save that is tied to an older state is refused with; `what` as in 'The category'. */
export const changedMeanwhile = (what: string, current: object): Problem =>
  new Problem('changed-meanwhile', `${what} was changed meanwhile. Nothing was saved.`, { current });
