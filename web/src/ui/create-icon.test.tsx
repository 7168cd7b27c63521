import * as check from 'lucide-react/icons/check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import createIcon, { type IconData } from './create-icon.ts';

const { default: Library, __iconData: data } = check as typeof check & { __iconData: IconData };
const Own = createIcon(data);

/** The attributes of an icon, without the library's class names, and what is in it. */
function rendered(markup: string) {
  document.body.innerHTML = markup;
  const svg = document.body.firstElementChild as SVGElement;
  svg.classList.remove('lucide', 'lucide-check');
  if (svg.classList.length === 0) svg.removeAttribute('class');
  return [Object.fromEntries([...svg.attributes].map(({ name, value }) => [name, value])), svg.innerHTML];
}

it.each([{}, { className: 'size-4 shrink-0' }, { 'aria-hidden': true, strokeWidth: 3 }] as const)(
  'is the icon of the library with %o',
  (props) => {
    expect(rendered(renderToStaticMarkup(<Own {...props} />))).toEqual(
      rendered(renderToStaticMarkup(<Library {...props} />)),
    );
  },
);
