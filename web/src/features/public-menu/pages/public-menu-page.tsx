import { type FullLook, lookOf, type Template } from '@tavola/contracts/rules/look.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { menuColors, menuStyle } from '../../../lib/menu/menu-theme.ts';
import type { MenuAnswer } from '../api.ts';
import { KeptLine } from '../components/kept-line.tsx';
import { LanguageOffer } from '../components/language-offer.tsx';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { MenuAnnouncements } from '../components/menu-announcements.tsx';
import { MenuBody } from '../components/menu-body.tsx';
import { MenuHeader } from '../components/menu-header.tsx';
import { MenuHours } from '../components/menu-hours.tsx';
import { MenuLinks } from '../components/menu-links.tsx';
import { MenuMissing } from '../components/menu-missing.tsx';
import { MenuNotes } from '../components/menu-notes.tsx';
import { MenuSkeleton } from '../components/menu-skeleton.tsx';
import { OrderFooter } from '../components/order-footer.tsx';
import { PrintedLine } from '../components/printed-line.tsx';
import { DaypartsContext, useDayparts } from '../dayparts-in-words.ts';
import { openInWords } from '../hours-in-words.ts';
import { rememberLanguage } from '../languages.ts';
import { eastAsianLanguage, scriptLang } from '../menu-sections.ts';
import { isPreview, useDraft } from '../preview.ts';
import { MoneyContext } from '../shown-menu.ts';
import { useMenuChanges } from '../use-menu-changes.ts';
import { usePublicMenu } from '../use-public-menu.ts';
import { useTurns } from '../use-turns.ts';
import { countVisit } from '../visit.ts';
import { PageWordsContext, pageWords } from '../words/page-words.ts';

/** The public menu page. Import only what is needed: the phone loads all of it before the menu. */
export function PublicMenuPage({ slug, first }: { slug: string; first: MenuAnswer }) {
  const { retry, go, ...state } = usePublicMenu(slug, first);
  const { menu, now, states } = useTurns(state.menu);
  const { tag, base } = menu?.language ?? {};
  const texts = state.status === 'ready' ? state.words : undefined;
  const words = useMemo(() => pageWords({ tag, base }, texts), [tag, base, texts]);
  // What was said last is the guest's language, also once the menu is gone.
  const lastWords = useRef(words);
  useEffect(() => {
    if (menu) lastWords.current = words;
  }, [menu, words]);
  const spoken = menu ? words : lastWords.current;
  const dayparts = useDayparts(menu, { now, states }, words);
  const { changed, announcement } = useMenuChanges(menu, dayparts, words.say);
  const { tenant, money } = useDraft(menu);
  const tenantId = menu?.tenant.id;
  useDocumentTitle(menu ? words.say('title', { name: menu.tenant.name }) : spoken.say('menu'));
  useEffect(() => (tenantId === undefined || isPreview() ? undefined : countVisit(tenantId)), [tenantId]);

  const chosen = tenant?.look;
  const look = useMemo(() => lookOf(chosen), [chosen]);
  useBrowserColor(tenant?.themeColor, look.template);

  if (state.status !== 'ready' || !menu || !tenant) {
    return (
      <PageWordsContext value={spoken}>
        {state.status === 'loading' ? <MenuSkeleton /> : <MenuMissing onRetry={retry} />}
      </PageWordsContext>
    );
  }
  const { language } = menu;
  const choose = (tag: string) => {
    rememberLanguage(tag);
    return go(tag === base ? undefined : tag);
  };
  const { hours, timeZone } = tenant;
  const open =
    hours && now !== undefined
      ? (openInWords({ hours, timeZone }, now, state.isCutOff ? state.asOf : now, words) ?? words.say('hours'))
      : undefined;
  const languages = language && { slug, language, onChoose: choose };
  return (
    <PageWordsContext value={words}>
      <div
        data-rendered
        data-language={tag}
        {...lookAttributes(look)}
        style={menuStyle(tenant.themeColor, look.template)}
        className="menu-colors flex min-h-dvh flex-col [--color-focus:var(--menu-accent)] [--name-bar:2.25rem] print:block print:min-h-0"
      >
        <KeptLine asOf={state.isCutOff ? state.asOf : undefined} />
        <MenuHeader
          tenant={tenant}
          lang={scriptLang(tenant.name, eastAsianLanguage(menu))}
          open={open}
          languages={languages && <LanguageSwitch {...languages} />}
        />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          <PrintedLine menu={menu} />
          <MenuAnnouncements tenant={tenant} place="top" now={now} />
          <MoneyContext value={money}>
            <DaypartsContext value={dayparts}>
              <MenuBody menu={menu} look={look} changed={changed} />
            </DaypartsContext>
          </MoneyContext>
          {now !== undefined && <MenuHours hours={hours} dayparts={menu.dayparts} timeZone={timeZone} now={now} />}
          <MenuAnnouncements tenant={tenant} place="foot" now={now} />
          <MenuNotes tenant={tenant} />
          <MenuLinks tenant={tenant} />
        </main>
        <OrderFooter tenant={tenant} />
        {languages && <LanguageOffer {...languages} />}
        <p aria-live="polite" className="sr-only">
          {announcement}
        </p>
      </div>
    </PageWordsContext>
  );
}

/** A look as attributes for the stylesheet (ui/look.css). The house's own has none. */
const lookAttributes = ({ template, fonts, layout }: FullLook) => ({
  'data-template': template === 'trattoria' ? undefined : template,
  'data-fonts': fonts === 'classic' ? undefined : fonts,
  'data-layout': layout === 'columns' ? undefined : layout,
});

/** Colours the browser's bars like the header while the menu shows. */
function useBrowserColor(themeColor: string | undefined, template: Template) {
  useEffect(() => {
    if (themeColor === undefined) return;
    const { light, dark } = menuColors(themeColor, template);
    const undo = Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'), (meta) => {
      const before = meta.content;
      meta.content = meta.media.includes('dark') ? dark.hero : light.hero;
      return () => {
        meta.content = before;
      };
    });
    return () => {
      for (const restore of undo) restore();
    };
  }, [themeColor, template]);
}
