import { screen, waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { api } from '../../test/api.ts';
import { expectToast, openApp } from '../../test/app.tsx';
import { aCategory, anItem, aTenant, aUser } from '../../test/samples.ts';

/** The files that the browser saves from now on. */
function savedFiles() {
  const files: { name: string; text: () => Promise<string> }[] = [];
  URL.createObjectURL = (blob: Blob) => {
    files.push({ name: '', text: () => blob.text() });
    return 'blob:menu';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    Object.assign(files.at(-1) ?? {}, { name: this.download });
  });
  return files;
}

it('saves the menu with its translations as a file, from Menu Items and from Import', async () => {
  const files = savedFiles();
  api.answers('GET /api/tenant', aTenant({ slug: 'da-ada', languages: { base: 'en', others: ['fr'] } }));
  api.answers('GET /api/categories', [aCategory({ id: 1, name: 'Primi' })]);
  api.answers('GET /api/menu-items', [anItem({ id: 7, name: '=Soup', price: 8.5, categoryId: 1 })]);
  api.answers('GET /api/tenant/translations/fr', { texts: [] });
  api.answers('GET /api/translations/fr', {
    texts: [{ kind: 'item', id: 7, field: 'name', base: '=Soup', text: 'Soupe', isStale: true }],
  });
  const user = openApp('/dashboard/items', { as: aUser() });
  await user.click(await screen.findByRole('button', { name: 'Tools' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(files[0]?.name).toMatch(/^da-ada-menu-\d{4}-\d\d-\d\d\.csv$/));
  expect(await files[0]?.text()).toMatch(/\r\n7,Primi,'=Soup,,8\.50,,,yes,.*,Soupe,\r\n$/);

  api.fails('GET /api/menu-items', 503);
  await user.click(screen.getByRole('button', { name: 'Tools' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Import' }));
  await user.click(await screen.findByRole('button', { name: 'Export Menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
  await expectToast('Export failed', "Your menu couldn't be exported. Please try again.");
});
