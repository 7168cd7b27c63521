import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NODE_ARGS } from '../../dev/local/processes.ts';

it('an image runs Node as it runs without one', () => {
  const dockerfile = readFileSync(new URL('service.Dockerfile', import.meta.url), 'utf8');
  expect(/NODE_OPTIONS="(.+)"/.exec(dockerfile)?.[1]).toBe(NODE_ARGS.join(' '));
});
