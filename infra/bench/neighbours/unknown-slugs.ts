import { join } from 'node:path';
import { cachedAnswers } from '../../tests/harness/nginx-files.ts';
import { ask, keepAsking, OTHER_ADDRESS } from '../lib/asking.ts';
import type { Scenario } from './scenario.ts';

const PER_SECOND = 200;

/** How many answers about the five seeded menus, one of them in two languages, nginx may have: two forms, three codings. */
const ANSWERS_MAX = 6 * 2 * 3;

export const scenario: Scenario = {
  title: `${PER_SECOND} pages of slugs that nobody has a second, from one address`,
  rate: 20,
  rateLimitFactor: 1,
  neighbours: async (site) => {
    let count = 0;
    return async () => {
      const status = await ask(site, '/menu/demo', { 'accept-encoding': 'gzip' });
      if (status !== 200) throw new Error(`a neighbour got ${status}`);
      count += 1;
      if (count % 20 > 0) return;
      if (cachedAnswers(join(site.home, 'nginx')) > ANSWERS_MAX) {
        throw new Error('answers about unknown slugs push menus out of the cache');
      }
    };
  },
  abuse: (site, signal) =>
    keepAsking(PER_SECOND, signal, (count) =>
      ask(site, `/menu/nobody-${count}`, { 'accept-encoding': count % 2 === 0 ? 'gzip' : 'identity' }, OTHER_ADDRESS),
    ),
};
