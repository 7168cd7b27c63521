import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('.env.example explains each variable of docker-compose.yml, and no other', () => {
  const namesIn = (path: string, pattern: RegExp) =>
    new Set([...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(pattern)].map(([, name]) => name));
  const used = namesIn('../../../docker-compose.yml', /\$\{([A-Z_]+)/g);
  const explained = namesIn('../../../.env.example', /^([A-Z_]+)=/gm);
  expect([...explained].sort()).toEqual([...used].sort());
});
