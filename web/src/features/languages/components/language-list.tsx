import type { Tenant } from '@tavola/contracts/auth.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { LANGUAGE_PATTERN, LANGUAGES_MAX } from '@tavola/contracts/rules/languages.ts';
import { Languages as LanguagesIcon } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useChangeLanguages, useLanguages, useProgress } from '../api.ts';
import { bothNames, languageGroups } from '../language-names.ts';
import { LanguageRow } from './language-row.tsx';

/** The menu's own language, and those that it is translated into. */
export function LanguageList({ tenant }: { tenant: Tenant }) {
  const languages = useLanguages() as Languages;
  const { base, others, always = [] } = languages;
  const { progress, ...query } = useProgress(others);
  const save = useChangeLanguages();
  const keepPlace = useRowFocus('first');
  const [added, setAdded] = useState('');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();

  const change = async (next: Languages, said: string) => {
    // Absent, not empty: so a restaurant without exceptions has none stored.
    const { always: shown = [], ...rest } = next;
    try {
      await save.mutateAsync({ tenant, languages: shown.length > 0 ? { ...rest, always: shown } : rest });
      toast({ title: said });
      return true;
    } catch (error) {
      toastFailure(error, 'Update failed', 'Failed to update languages. Please try again.');
      return false;
    }
  };

  const changeBase = async (tag: string) => {
    // One arrow key changes a closed list, and the menu is live.
    const yes = await confirm({
      title: `Is your menu written in ${languageName(tag)}?`,
      description: `Your texts stay as they are. Guests' phones will treat them as ${languageName(tag)}.`,
      confirmLabel: `Yes, it's ${languageName(tag)}`,
    });
    if (!yes) return;
    await change(
      {
        base: tag,
        others: others.filter((one) => one !== tag),
        always: always.filter((one) => one !== tag),
      },
      'Menu language changed',
    );
  };

  const add = async () => {
    const tag = added === TYPED ? typed.trim() : added;
    const problem = added === TYPED ? problemOf(tag, [base, ...others]) : undefined;
    setWrong(problem);
    if (problem || !(await change({ ...languages, others: [...others, tag] }, `${languageName(tag)} added`))) return;
    setAdded('');
    setTyped('');
  };

  const move = (tag: string, by: -1 | 1) => {
    const moved = others.filter((one) => one !== tag);
    moved.splice(others.indexOf(tag) + by, 0, tag);
    return change({ ...languages, others: moved }, 'Language order changed');
  };

  const remove = async (tag: string) => {
    const name = languageName(tag);
    const yes = await confirm({
      title: `Remove ${name}?`,
      description: `Guests can no longer choose it. Its translations are kept, in case you add ${name} again.`,
      confirmLabel: 'Remove',
      destructive: true,
    });
    if (!yes) return;
    keepPlace(tag);
    const without = (tags: readonly string[]) => tags.filter((one) => one !== tag);
    await change({ base, others: without(others), always: without(always) }, `${name} removed`);
  };

  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card>
        <CardSection>
          <FormField
            label="Your menu is written in"
            hint="The language you type names and descriptions in. Guests see it first."
          >
            <GroupedSelect
              groups={withTag(languageGroups(), base)}
              value={base}
              onChange={({ target }) => !save.isPending && void changeBase(target.value)}
            />
          </FormField>
        </CardSection>
      </Card>
      <Card>
        <CardSection title="Translations" description="Guests choose their language at the top of your menu.">
          {query.isError && (
            <RetryAlert title="Couldn't load your translations" query={query}>
              Please check your connection and try again.
            </RetryAlert>
          )}
        </CardSection>
        {others.length > 0 ? (
          <ul aria-label="Languages" className="border-t border-line">
            {others.map((tag, index) => (
              <LanguageRow
                key={tag}
                tag={tag}
                languages={languages}
                progress={progress[index]}
                hasFailed={query.isError}
                busy={save.isPending}
                onMove={(by) => void move(tag, by)}
                onRemove={() => void remove(tag)}
                onShowAnyway={(isShown) =>
                  void change(
                    { ...languages, always: isShown ? [...always, tag] : always.filter((one) => one !== tag) },
                    isShown ? `Guests can choose ${languageName(tag)}` : 'Guests see it once it is ready',
                  )
                }
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<LanguagesIcon />}
            title={`Your menu is in ${languageName(base)} only`}
            description="Add a language, translate at your own pace, and guests can choose it when most names are done."
            className="border-t border-line"
          />
        )}
        {others.length < LANGUAGES_MAX - 1 && (
          <CardSection className="border-t border-line">
            <form
              className="flex flex-wrap items-end gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                if (added !== '' && !save.isPending) void add();
              }}
            >
              <FormField label="Add a language" className="min-w-56 flex-1">
                <GroupedSelect
                  groups={[
                    { label: 'Choose one', options: [{ value: '', label: 'Choose a language' }] },
                    ...languageGroups([base, ...others]),
                    { label: 'Not listed', options: [{ value: TYPED, label: 'Another language…' }] },
                  ]}
                  value={added}
                  onChange={({ target }) => setAdded(target.value)}
                />
              </FormField>
              {added === TYPED && (
                <FormField
                  label="Language Code"
                  error={wrong}
                  hint={
                    problemOf(typed.trim(), []) === undefined
                      ? bothNames(typed.trim())
                      : 'Such as gsw for Swiss German, or es-MX for Mexican Spanish.'
                  }
                  className="w-full"
                >
                  <Input value={typed} onChange={({ target }) => setTyped(target.value)} {...VERBATIM} />
                </FormField>
              )}
              <Button type="submit" disabled={added === ''} busy={save.isPending}>
                Add Language
              </Button>
            </form>
          </CardSection>
        )}
      </Card>
    </div>
  );
}

/** Chosen for a language that is typed. */
const TYPED = 'typed';

/** Why a typed `tag` can't be added to languages with those in `taken`; undefined if it can. */
function problemOf(tag: string, taken: readonly string[]): string | undefined {
  if (!LANGUAGE_PATTERN.test(tag)) return 'Enter a language code such as gsw, es-MX or zh-Hans.';
  return taken.includes(tag) ? `Your menu already has ${languageName(tag)}.` : undefined;
}

/** `groups`, with `tag` if it is in none of them: it was set through the API. */
function withTag(groups: ReturnType<typeof languageGroups>, tag: string) {
  const isKnown = groups.some(({ options }) => options.some(({ value }) => value === tag));
  return isKnown ? groups : [{ label: 'Yours', options: [{ value: tag, label: bothNames(tag) }] }, ...groups];
}
