import { ArrowLeft } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useLanguages } from '../api.ts';
import { LanguageList } from '../components/language-list.tsx';
import { TranslationScreen } from '../components/translation-screen.tsx';
import { bothNames } from '../language-names.ts';

/** The screen Languages; with `?lang=fr`, the translations into French. */
export function LanguagesPage() {
  const tenant = useTenant();
  const languages = useLanguages();
  const asked = new URLSearchParams(useSearch()).get('lang');
  const lang = asked !== null && languages?.others.includes(asked) ? asked : undefined;
  useDocumentTitle(lang === undefined ? 'Languages' : `Translate into ${languageName(lang)}`);
  if (languages && lang !== undefined) {
    return (
      <>
        <PageHeader
          dense
          title={bothNames(lang)}
          description={`Your menu in ${languageName(lang)}. Where a text is missing, guests see ${languageName(languages.base)}.`}
          actions={
            <Button asChild variant="secondary">
              <Link href="/dashboard/languages">
                <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
                All Languages
              </Link>
            </Button>
          }
        />
        <TranslationScreen lang={lang} languages={languages} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Languages" description="Guests read your menu in their own language." />
      {tenant.data ? (
        <LanguageList tenant={tenant.data} />
      ) : hasFailed(tenant) ? (
        <LoadErrorCard title="Couldn't load your languages" query={tenant} />
      ) : (
        <div role="status" className="flex max-w-3xl flex-col gap-6">
          <span className="sr-only">Loading languages…</span>
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
    </>
  );
}
