import { announcementsAt } from '@tavola/contracts/rules/turns.ts';
import type { ShownTenant } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

interface MenuAnnouncementsProps {
  tenant: ShownTenant;
  place: 'top' | 'foot';
  /** Unix time in milliseconds, where the menu depends on it. */
  now: number | undefined;
}

/** What the restaurant says above or below its dishes at this time. */
export function MenuAnnouncements({ tenant, place, now }: MenuAnnouncementsProps) {
  const { base } = usePageWords();
  const shown = announcementsAt(tenant, now).filter(([, one]) => one.place === place);
  if (shown.length === 0) return null;
  return (
    <div
      className={`mx-auto flex max-w-5xl flex-col gap-3 px-5 sm:px-8 print:max-w-none print:break-inside-avoid print:px-0 ${place === 'top' ? 'pt-5 print:pt-0 print:pb-4' : 'pb-8 print:pt-4 print:pb-0'}`}
    >
      {shown.map(([name, { text }]) => (
        <p
          key={name}
          dir="auto"
          lang={tenant.untranslated?.includes(`announcements.${name}`) ? base : undefined}
          className="rounded-control border border-s-4 border-line border-s-(--menu-accent) bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line"
        >
          {text}
        </p>
      ))}
    </div>
  );
}
