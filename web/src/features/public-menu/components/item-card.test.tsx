import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type MenuItem } from '@tavola/contracts/menu.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { anItem } from '../../../test/samples.ts';
import { ItemCard } from './item-card.tsx';

// One dish as guests read it.

/** Another value for each field; a field that is missing here is a type error. */
const OTHER: Omit<MenuItem, 'categoryId'> = {
  id: 2,
  name: 'Ragù',
  description: 'With sage',
  price: 13.5,
  isAvailable: false,
  isPopular: true,
  isFeatured: true,
  image: 'https://example.com/ragu.jpg',
};

const shown = (item: MenuItem) =>
  renderToStaticMarkup(<ItemCard item={item} hasPlate={false} marked={false} lang="en" />);

it.each(Object.entries(OTHER))('shows a dish’s %s', (field, value) => {
  const item = anItem(initialValues(ITEM_FIELDS));
  expect(shown({ ...item, [field]: value })).not.toBe(shown(item));
});
