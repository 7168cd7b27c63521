import { useQueries } from '@tanstack/react-query';
import type { MenuTranslations, TenantTranslations } from '@tavola/contracts/translations.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useTenant } from '../http/queries.ts';

type Text = MenuTranslations['texts'][number] | TenantTranslations['texts'][number];

/** The texts whose translations a form may make stale. */
interface ChangedTexts {
  /** Where their translations are, without the language. */
  path: '/api/translations' | '/api/tenant/translations';
  /** Whether any was changed; nothing is asked for before. */
  isAny: boolean;
  /** Whether a text is one of those that were changed. */
  has: (text: Text) => boolean;
}

/** The changed texts of one row of the menu; `renamed` are the ids of those of its sizes or options that have another name. */
export const textsOf = (
  kind: 'item' | 'category' | 'option-group',
  id: number | undefined,
  typed: readonly string[],
  renamed: ReadonlySet<unknown> = NONE,
): ChangedTexts => ({
  path: '/api/translations',
  isAny: id !== undefined && (typed.includes('name') || typed.includes('description') || renamed.size > 0),
  has: (text) =>
    (text.kind === kind && text.id === id && typed.includes(text.field)) ||
    (text.kind === (kind === 'item' ? 'variant' : 'option') && renamed.has(text.id)),
});

const NONE: ReadonlySet<unknown> = new Set();

/**
 * For the form of something with texts: a checkbox that says that translations are still right, and what to send with the
 * change. The checkbox shows once a text was changed that has a translation which is right now.
 */
export function useKeepsTexts({ path, isAny, has }: ChangedTexts): {
  checkbox: ReactNode;
  sent: { keepsTexts?: true };
} {
  const [isRight, setRight] = useState(false);
  // Each change is asked about anew: a form may stay open after it was saved.
  if (!isAny && isRight) setRight(false);
  const { data: tenant } = useTenant(isAny);
  const answers = useQueries({
    queries: (tenant?.languages?.others ?? []).map((lang) => ({ queryKey: [`${path}/${lang}`], enabled: isAny })),
  });
  const isTranslated = answers.some(({ data }) =>
    (data as { texts: Text[] } | undefined)?.texts.some((one) => one.text !== null && !one.isStale && has(one)),
  );
  if (!isAny || !isTranslated) return { checkbox: null, sent: {} };
  return {
    checkbox: (
      <Checkbox
        label="Translations are still correct"
        description="Check this if the meaning is the same, such as after fixing a typo. Otherwise guests see the new text until you review its translations."
        checked={isRight}
        onCheckedChange={setRight}
        className="rounded-control bg-saffron-soft p-4"
      />
    ),
    sent: isRight ? { keepsTexts: true } : {},
  };
}
