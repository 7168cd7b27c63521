import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Request, Response } from 'express';
import { Problem } from './problem.ts';

/** The ETags that allow a write: the object must have one of them. Undefined allows any. */
export type IfMatch = readonly string[] | undefined;

/**
 * The tags in the request's `If-Match`. Weak tags count as strong, because a proxy that compresses a response weakens its tag.
 * @throws Problem `malformed-request` if it is neither `*` nor a list of quoted tags.
 */
export function ifMatchOf(req: Request): IfMatch {
  const header = req.get('if-match');
  if (header === undefined || header === '*') return undefined;
  return header.split(',').map((part) => {
    const tag = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(part)?.[1];
    if (tag === undefined)
      throw new Problem('malformed-request', 'If-Match must be a tag in quotes, as an ETag has it.');
    return tag;
  });
}

/** Sends `object` with its ETag. */
export function sendWithEtag(res: Response, object: object, status = 200): void {
  res.status(status).setHeader('ETag', `"${entityTag(object)}"`);
  res.json(object);
}

/**
 * Checks that `current`, as the API shows it, has one of the tags in `ifMatch`; without `ifMatch` any state will do.
 * Read `current` under a lock, or make the write conditional on its version, so that it can't change in between.
 * @throws Problem `changed-meanwhile` with `current`.
 */
export function requireMatch(what: string, current: object, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.includes(entityTag(current))) throw changedMeanwhile(what, current);
}

interface TranslationOf {
  kind: string;
  id: number | string;
  field: string;
  text: string | null;
}

/**
 * Checks that the translations `current` are those that `changes` replace; one that is as wanted already is, too. Read `current` under a lock.
 * @throws Problem `changed-meanwhile` with the translation.
 */
export function requireReplaced(
  changes: readonly (TranslationOf & { replaces?: string | null | undefined })[],
  current: readonly TranslationOf[],
): void {
  for (const { kind, id, field, text, replaces } of changes) {
    const now = current.find((one) => one.kind === kind && one.id === id && one.field === field);
    if (now && replaces !== undefined && now.text !== replaces && now.text !== text) {
      throw changedMeanwhile('The translation', now);
    }
  }
}

/** The Problem for a save based on an outdated state; `what` as in 'The category'. */
export const changedMeanwhile = (what: string, current: object): Problem =>
  new Problem('changed-meanwhile', `${what} was changed by someone else. Nothing was saved.`, { current });
