import { expect, it } from 'vitest';
import { readMenuText } from '../../../web/src/features/import/read-text.ts';
import { asPictures } from './print-picture.ts';
import { textOfPictures } from './read-pictures.ts';
import { score } from './score.ts';
import { trueMenus } from './truth.ts';

// @module-tag full

it('reads a printed page of a café back from its picture', async () => {
  const cafe = (await trueMenus()).find(({ name }) => name === 'cafe');
  if (!cafe) throw new Error('The seed has no café.');
  const sections = cafe.sections.slice(0, 1);
  const { text, doubts } = await textOfPictures(await asPictures({ title: cafe.title, sections }), cafe.languages);
  const read = score({ sections }, readMenuText(text));
  expect(read).toMatchObject({ lost: [], invented: [], found: read.all, priced: read.all, placed: read.all });
  expect(doubts).toEqual([]);
  // Recognizing letters is slow on a busy machine.
}, 300_000);
