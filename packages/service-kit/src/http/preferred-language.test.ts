import { expect, it } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

const languages = { base: 'ja', others: ['en', 'fr', 'zh-Hans', 'pt-BR', 'he'] };

it.each([
  ['fr-CA, *;q=0.1', 'fr'],
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['en-US,en;q=0.9,fr;q=0.8', 'en'],
  ['de, fr;q=0.5, en;q=0.7', 'en'],
  ['de-AT, it;q=0.5', 'ja'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['zh-Hans-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'ja'],
  ['pt', 'pt-BR'],
  ['iw', 'he'],
  ['ja, en', 'ja'],
  ['fr;q=0, en;q=0.1', 'en'],
  ['fr;q=0', 'ja'],
  ['*', 'ja'],
  ['', 'ja'],
  [undefined, 'ja'],
  [';;;,,,q=1', 'ja'],
  ['fr;q=9', 'ja'],
  ['../../etc/passwd', 'ja'],
  ['__proto__, constructor, fr;q=0.1', 'fr'],
  ['\u0000, fr', 'fr'],
  [`${'a'.repeat(8_000)}, fr`, 'fr'],
  [`${'x-'.repeat(4_000)}, fr`, 'fr'],
  [`fr${','.repeat(8_000)}`, 'fr'],
  [`${'xx,'.repeat(2_700)}fr`, 'ja'],
])('a guest with Accept-Language %j reads %s', (header, tag) => {
  expect(preferredLanguage(languages, header)).toBe(tag);
});
