import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Request, Response } from 'express';
import { notFound, Problem } from './problem.ts';

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
export function sendTagged(res: Response, object: object, status = 200): void {
  res.status(status).setHeader('ETag', `"${entityTag(object)}"`);
  res.json(object);
}

/** A write to one object that may be tied to the state it was read in. */
export interface MatchingWrite<Found extends object, Result> {
  ifMatch: IfMatch;
  /** What a person calls the object, as in 'The category'. */
  what: string;
  find(): Promise<Found | null>;
  /** Writes, if the object is still as `found` where that is given; gives null where it wrote nothing. */
  write(found: Found | undefined): Promise<Result | null>;
  /** What the API says of the object, which is what its tag is made of. */
  show?(found: Found): object;
}

/**
 * Does a write unless the object is in none of the states that were asked for.
 * @throws Problem `not-found`; `changed-meanwhile` with what the object is now.
 */
export async function writeMatching<Found extends object, Result>({
  ifMatch,
  what,
  find,
  write,
  show = (found) => found,
}: MatchingWrite<Found, Result>): Promise<Result> {
  const mustFind = async () => {
    const found = await find();
    if (!found) throw notFound(what);
    return found;
  };
  const found = ifMatch && (await mustFind());
  const isAsked = !found || ifMatch.includes(entityTag(show(found)));
  const result = isAsked ? await write(found) : null;
  if (result !== null) return result;
  throw new Problem('changed-meanwhile', `${what} was changed meanwhile. Nothing was saved.`, {
    current: show(await mustFind()),
  });
}
