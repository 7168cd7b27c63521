import { useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { copyText } from '../../../ui/copy-text.ts';
import type { ShownTenant } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** The links in their order: those with words of the page's, and those that are called as their site. */
const OWN_LINKS = { reservations: 'bookTable', website: 'website', review: 'review' } as const;
const SITES = { instagram: 'Instagram', facebook: 'Facebook', tiktok: 'TikTok', whatsapp: 'WhatsApp' } as const;

const entriesOf = <Name extends string, Text>(texts: Record<Name, Text>) => Object.entries(texts) as [Name, Text][];

/** Where else the restaurant is, and its guests' Wi-Fi. Nothing where it has neither. */
export function MenuLinks({ tenant: { links, wifi } }: { tenant: ShownTenant }) {
  const { say, own } = usePageWords();
  const shown = [
    ...entriesOf(OWN_LINKS).map(([name, word]) => [links?.[name], say(word)] as const),
    ...entriesOf(SITES).map(([name, site]) => [links?.[name], site] as const),
  ].filter(([href]) => href);
  if (shown.length === 0 && !wifi) return null;
  return (
    <div className="mx-auto max-w-5xl px-5 pb-10 sm:px-8 print:hidden">
      <div className="flex flex-col gap-5 border-t border-line pt-6">
        {wifi && (
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            <CopyValue label="Wi-Fi" value={wifi.name} />
            {wifi.password && <CopyValue label={say('password')} value={wifi.password} />}
          </dl>
        )}
        {shown.length > 0 && (
          <ul {...own} className="flex flex-wrap gap-2.5">
            {shown.map(([href, text]) => (
              <li key={text}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** A text with its name and a button that copies it. */
function CopyValue({ label, value }: { label: string; value: string }) {
  const { say, own } = usePageWords();
  const text = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3">
      <dt {...own} className="text-sm text-ink-muted">
        {label}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-3">
        <bdi ref={text} className="font-semibold wrap-anywhere">
          {value}
        </bdi>
        <button
          {...own}
          type="button"
          aria-label={isCopied ? undefined : `${say('copy')}: ${label}`}
          onClick={async () => setCopied(await copyText(value, text.current))}
          className="min-h-11 px-1 text-sm font-semibold text-(--menu-accent) underline"
        >
          {say(isCopied ? 'copied' : 'copy')}
        </button>
        {/* The new name of a button that has the focus is not read. */}
        <span {...own} role="status" className="sr-only">
          {isCopied && say('copied')}
        </span>
      </dd>
    </div>
  );
}
