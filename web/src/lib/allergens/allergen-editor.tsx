import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen, AllergenState } from '@tavola/contracts/rules/allergens.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { GroupedSelect } from '../../ui/grouped-select.tsx';
import { useTenant } from '../http/queries.ts';
import { useCurrentUser } from '../session/session.ts';
import { useMemberNames } from '../session/use-member-names.ts';
import { AllergenFields } from './allergen-fields.tsx';
import { declaredInWords, STATE_NAMES } from './allergen-words.ts';
import {
  copiedFrom,
  type Declaration,
  type DeclaredRow,
  statusOf,
  undeclaredOf,
  withKinds,
  withRestFree,
  withState,
} from './declaration.ts';
import { mayBeNamed } from './declaration-draft.ts';
import { HintInWords } from './hint-in-words.tsx';
import { isDeclaredThere, type TextHints } from './text-hints.ts';

interface AllergenEditorProps {
  /** The dish or option, as it is stored. */
  row: DeclaredRow;
  asked: readonly Allergen[];
  declaration: Declaration;
  /** What the dish's texts say. */
  hints?: TextHints | undefined;
  /** What an AI says that such dishes often contain. */
  oftenContains?: readonly Allergen[];
  /** From which other dishes a declaration can be taken. */
  others?: ReactNode;
  /** Confirms what was declared, for the texts of now; undefined while these are being changed. */
  onConfirm?: (() => void) | undefined;
  isConfirming?: boolean;
  error?: string | undefined;
  onChange: (declaration: Declaration) => void;
}

/** What a dish or an option contains, who declared it and when, and what helps to declare it. The caller has the button that does. */
export function AllergenEditor({
  row,
  asked,
  declaration,
  hints,
  oftenContains = [],
  others,
  onConfirm,
  isConfirming = false,
  error,
  onChange,
}: AllergenEditorProps) {
  const undeclared = undeclaredOf(declaration, asked);
  const hinted = [...(hints?.allergens ?? [])].filter(([allergen]) => undeclared.includes(allergen));
  const marks = new Map<Allergen, ReactNode>([
    ...oftenContains.map((one) => [one, 'Such dishes often contain it. Check with your kitchen.'] as const),
    ...hinted.map(([one, state]) => {
      const isThere = hints && isDeclaredThere(hints, one, state);
      return [one, hintInWords(state, isThere ? hints.place?.name : undefined)] as const;
    }),
  ]);
  return (
    <div className="flex flex-col gap-4">
      <DeclarationStatus row={row} asked={asked} onConfirm={onConfirm} isConfirming={isConfirming} />
      {hinted.length > 0 && (
        <Alert
          tone="info"
          action={
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onChange(takenOver(declaration, hinted, hints, asked))}
            >
              Take Over
            </Button>
          }
        >
          {hints && <HintInWords hints={hints} hinted={hinted} asked={asked} />}{' '}
          {hints?.place ? 'Is that right here, too?' : 'Is that right?'}
        </Alert>
      )}
      {others}
      <AllergenFields declaration={declaration} asked={asked} hints={marks} onChange={onChange} />
      {undeclared.length > 0 && undeclared.length < asked.length && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => onChange(withRestFree(declaration, asked))}
        >
          <Check aria-hidden />
          Free From the Other {undeclared.length}
        </Button>
      )}
      {error && <Alert title="Not declared">{error}</Alert>}
    </div>
  );
}

/** What stands beside an allergen: what texts, or the restaurant `place`, say of it. */
function hintInWords(state: AllergenState, place: string | undefined): ReactNode {
  if (place === undefined) return state === 'c' ? 'In your text.' : 'Your text says “may contain”.';
  return (
    <>
      {STATE_NAMES[state]} in <bdi>{place}</bdi>.
    </>
  );
}

/** `declaration` with what is `hinted`, and with the kinds that the texts or another restaurant named. */
function takenOver(
  declaration: Declaration,
  hinted: readonly (readonly [Allergen, AllergenState])[],
  hints: TextHints | undefined,
  asked: readonly Allergen[],
): Declaration {
  const taken = hinted.reduce((before, [one, state]) => withState(before, one, state, asked), declaration);
  // What is declared here already stands: a kind of something that the dish is free from would contradict it.
  const named = [...(hints?.kinds ?? []), ...(hints?.place?.kinds ?? [])];
  const kinds = named.filter((kind) => mayBeNamed(kind, taken.states));
  return kinds.length > 0 ? withKinds(taken, [...new Set([...taken.kinds, ...kinds])], asked) : taken;
}

interface DeclarationStatusProps {
  row: DeclaredRow;
  asked: readonly Allergen[];
  onConfirm: (() => void) | undefined;
  isConfirming: boolean;
}

/** Who declared it and when, or that it is to be confirmed. */
function DeclarationStatus({ row, asked, onConfirm, isConfirming }: DeclarationStatusProps) {
  const { user } = useCurrentUser();
  const { data: tenant } = useTenant();
  const by = row.allergens?.by ?? null;
  const names = useMemberNames({ isNeeded: by !== null && by !== user?.id });
  const status = statusOf(row, asked);
  if (!row.allergens || status === 'missing') {
    return <p className="text-sm text-ink-muted">Nothing declared yet: guests read “not declared, ask us”.</p>;
  }
  const declared = declaredInWords(row.allergens, user?.id, names, tenant?.timeZone);
  if (status !== 'unconfirmed') {
    return (
      <p className="text-sm text-ink-muted">
        {declared}
        {status === 'partly' && ', not yet all of it'}.
      </p>
    );
  }
  return (
    <Alert
      tone="warning"
      title="To be confirmed"
      action={
        onConfirm && (
          <Button variant="secondary" size="sm" busy={isConfirming} onClick={onConfirm}>
            {isConfirming ? 'Confirming…' : 'Still Correct'}
          </Button>
        )
      }
    >
      {declared}, and changed since. Until you confirm it, guests don't read what it is free from.
    </Alert>
  );
}

interface SameAsProps {
  /** The dish that is being declared. */
  id: number | undefined;
  items: readonly MenuItem[];
  categories: readonly Category[];
  asked: readonly Allergen[];
  onChoose: (declaration: Declaration) => void;
}

/** Takes over what was declared of another dish. Nothing where there is none. */
export function SameAs({ id, items, categories, asked, onChoose }: SameAsProps) {
  const groups = useMemo(() => {
    const declared = items.filter((item) => item.id !== id && statusOf(item, asked) !== 'missing');
    const named = new Map(categories.map((category) => [category.id as number | null, category.name]));
    const byCategory = Map.groupBy(declared, ({ categoryId }) => named.get(categoryId) ?? 'More');
    return [...byCategory].map(([label, list]) => ({
      label,
      options: list.map((item) => ({ value: String(item.id), label: item.name })),
    }));
  }, [id, items, categories, asked]);
  if (groups.length === 0) return null;
  return (
    <GroupedSelect
      aria-label="Same as another dish"
      value=""
      groups={[{ label: '', options: [{ value: '', label: 'Same as another dish…' }] }, ...groups]}
      onChange={({ target }) => {
        const chosen = items.find((item) => String(item.id) === target.value);
        if (chosen) onChoose(copiedFrom(chosen, asked));
      }}
    />
  );
}
