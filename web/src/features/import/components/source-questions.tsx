import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { GuessedEncoding } from '../files/decode-text.ts';
import { OLD_ENCODINGS } from '../files/encodings.ts';
import type { Answers } from '../table/plan-table.ts';
import { type ChosenDayparts, sameName } from '../table/read-cells.ts';

function Question({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-control bg-saffron-soft p-4">
      {children}
    </section>
  );
}

interface CurrencyQuestionProps {
  /** That of the menu. */
  sign: string;
  /** The code of the restaurant's. */
  own: string;
  /** As the owner follows the link to Settings. */
  onLeave: () => void;
  onTake: (sign: string) => void;
}

/** Asks what prices in another currency than the restaurant's are. */
export function CurrencyQuestion({ sign, own, onLeave, onTake }: CurrencyQuestionProps) {
  return (
    <Question label="Currency">
      <p className="font-semibold text-saffron-ink">
        Your menu says {sign}, but your prices are in {own}.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button asChild size="sm" variant="secondary">
          <Link href="/settings/prices" onClick={onLeave}>
            Change the Currency
          </Link>
        </Button>
        <Button size="sm" variant="secondary" onClick={() => onTake(sign)}>
          Use These Numbers in {own}
        </Button>
      </div>
    </Question>
  );
}

interface EncodingQuestionProps {
  guess: GuessedEncoding;
  /** Undefined where the file can't be read again. */
  onChoose: ((encoding: string) => void) | undefined;
  onRight: (encoding: string) => void;
}

const ENCODINGS = OLD_ENCODINGS.map(({ encoding, label }) => ({ value: encoding, label }));

/** Shows lines of a file in the encoding that it may have, and offers the others. */
export function EncodingQuestion({ guess: { encoding, lines }, onChoose, onRight }: EncodingQuestionProps) {
  return (
    <Question label="Letters">
      <p className="font-semibold text-saffron-ink">Are these letters right?</p>
      <ul className="flex flex-col gap-1 font-mono text-sm">
        {lines.map((line) => (
          <li key={line} dir="auto" className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-2.5">
        {onChoose && (
          <FormField label="Letters of the file" className="min-w-48 flex-1">
            <Select options={ENCODINGS} value={encoding} onValueChange={onChoose} />
          </FormField>
        )}
        <Button variant="secondary" onClick={() => onRight(encoding)}>
          They're Right
        </Button>
      </div>
    </Question>
  );
}

interface DaypartsQuestionProps {
  /** Names of menu times that the menu lacks. */
  names: readonly string[];
  /** The menu's own. */
  dayparts: readonly { id: number; name: string }[];
  value: ChosenDayparts | undefined;
  onChoose: (name: string, id: number | null) => void;
  /** As the owner follows the link to Settings. */
  onLeave: () => void;
}

const LEFT_OUT = 'none';

/** Asks which of the menu's times are meant by other names. */
export function DaypartsQuestion({ names, dayparts, value = {}, onChoose, onLeave }: DaypartsQuestionProps) {
  const options = [
    ...dayparts.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: LEFT_OUT, label: 'Leave it out' },
  ];
  const chosen = (name: string) => {
    const id = value[sameName(name)];
    return id === undefined ? undefined : String(id ?? LEFT_OUT);
  };
  return (
    <Question label="Menu times">
      <p className="font-semibold text-saffron-ink">
        {names.length === 1
          ? 'Your menu lacks this menu time. What is it?'
          : 'Your menu lacks these menu times. What are they?'}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <FormField key={name} label={name}>
            <Select
              options={options}
              value={chosen(name)}
              onValueChange={(id) => onChoose(name, id === LEFT_OUT ? null : Number(id))}
              placeholder="Choose a menu time"
            />
          </FormField>
        ))}
      </div>
      <Button asChild size="sm" variant="secondary" className="self-start">
        <Link href="/settings/dayparts" onClick={onLeave}>
          Add Menu Times
        </Link>
      </Button>
    </Question>
  );
}

interface HeadingsQuestionProps {
  /** The rows with nothing but a text, by their keys. */
  headings: readonly { key: string; name: string }[];
  value: Answers['headings'];
  onChoose: (key: string, isCategory: boolean) => void;
}

/** Asks of each row with nothing but a text whether it is a category. */
export function HeadingsQuestion({ headings, value = {}, onChoose }: HeadingsQuestionProps) {
  return (
    <Question label="Categories">
      <p className="font-semibold text-saffron-ink">Which of these rows are categories?</p>
      <ul className="flex flex-col gap-2.5">
        {headings.map(({ key, name }) => (
          <li key={key} className="flex flex-wrap items-center gap-2.5">
            <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
            {[true, false].map((isCategory) => (
              <Button
                key={String(isCategory)}
                size="sm"
                variant="secondary"
                aria-pressed={value[key] === isCategory}
                aria-label={`${name}: ${isCategory ? 'Category' : 'Dish'}`}
                className={PRESSED}
                onClick={() => onChoose(key, isCategory)}
              >
                {isCategory ? 'Category' : 'Dish'}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Question>
  );
}

const PRESSED = 'aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink';
