import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Former names, which installations may still have in their .env. */
const FORMER = ['AI_CUT_OFF'];

it('.env.example explains each variable of docker-compose.yml, and no other', () => {
  const namesIn = (path: string, pattern: RegExp) =>
    new Set([...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(pattern)].map(([, name]) => name));
  const used = namesIn('../../../docker-compose.yml', /\$\{([A-Z_]+)/g);
  const explained = namesIn('../../../.env.example', /^([A-Z_]+)=/gm);
  expect([...explained, ...FORMER].sort()).toEqual([...used].sort());
});
