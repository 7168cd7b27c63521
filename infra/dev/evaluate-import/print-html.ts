import type { Browser } from 'playwright-core';
import type { Truth } from './truth.ts';

const escaped = (text: string) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Styles of menus as restaurants print them from a word processor or a web page. */
export const STYLES = {
  'leaders, one column': `
    .dish { display: flex; align-items: baseline } .dots { flex: 1; border-bottom: 1px dotted; margin: 0 6px }
    h2 { text-transform: uppercase; letter-spacing: 0.12em; text-align: center; font-size: 15px }
    .name { font-weight: bold; max-width: 70% }`,
  'two columns': `
    main { columns: 2; column-gap: 36px } h1 { column-span: all }
    .dish { display: flex; justify-content: space-between; gap: 12px; break-inside: avoid } section, p { break-inside: auto }
    h2 { font-size: 19px; break-after: avoid } .name { font-weight: 600 } .dots { display: none }`,
  'two columns of one size, headings bold': `
    main { columns: 2; column-gap: 40px } h1 { column-span: all; font-size: 13px }
    * { font-size: 13px }
    .dish { display: flex; justify-content: space-between; gap: 12px } .dots { display: none }`,
} as const;

const page = ({ title, isRightToLeft, sections }: Truth, style: string) => `<!doctype html>
<html dir="${isRightToLeft ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>
  body { font: 13px/1.4 "DejaVu Sans", sans-serif } p { margin: 0 0 8px; font-size: 11px } i { font-weight: 300 } h1 { font-size: 26px }
  .dish { margin-top: 6px } ${style}
</style><main><h1>${escaped(title)}</h1>
${sections
  .map(
    ({ name, description, dishes }) => `<section><h2>${escaped(name)}</h2>
${description ? `<p><i>${escaped(description)}</i></p>` : ''}
${dishes
  .map(
    (dish) => `<div class="dish"><span class="name">${escaped(dish.name)}</span><span class="dots"></span>
<span>${dish.price.toFixed(2)}</span></div>${dish.description ? `<p>${escaped(dish.description)}</p>` : ''}`,
  )
  .join('\n')}</section>`,
  )
  .join('\n')}</main></html>`;

/** The menu as Chromium prints it in one of the styles. */
export async function asPrinted(browser: Browser, truth: Truth, style: keyof typeof STYLES): Promise<Uint8Array> {
  const tab = await browser.newPage();
  try {
    await tab.setContent(page(truth, STYLES[style]));
    return new Uint8Array(
      await tab.pdf({ format: 'A4', margin: { top: '48px', bottom: '48px', left: '48px', right: '48px' } }),
    );
  } finally {
    await tab.close();
  }
}
