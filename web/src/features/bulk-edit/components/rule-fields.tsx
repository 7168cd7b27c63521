import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import type { ReactNode } from 'react';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { AddMenuTimes } from '../../../lib/times/add-menu-times.tsx';
import { daypartInWords } from '../../../lib/times/week-in-words.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { type RuleForm, refusalOf } from '../rule-form.ts';
import { NumberField } from './number-field.tsx';

/** The value of an option that chooses nothing: Select reserves ''. */
const NONE = '-';

interface RuleFieldsProps {
  form: RuleForm;
  categories: readonly Category[];
  /** undefined while they are not known. */
  dayparts: readonly Daypart[] | undefined;
  money: OwnMoney;
  onChange: (change: Partial<RuleForm>) => void;
}

/** Which dishes a rule is about. */
export function FilterFields({ form, categories, money, onChange }: Omit<RuleFieldsProps, 'dayparts'>) {
  const signs = signsOf(money);
  return (
    <Fields legend="Which dishes">
      <SearchInput label="Search dishes" value={form.search} onValueChange={(search) => onChange({ search })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Category"
          value={form.category}
          onChange={(category) => onChange({ category })}
          options={[{ value: NONE, label: 'All categories' }, ...categoryOptions(categories)]}
        />
        <Choice
          label="Tag"
          value={form.tag}
          onChange={(tag) => onChange({ tag })}
          options={[
            { value: NONE, label: 'Any' },
            { value: 'popular', label: 'Popular' },
            { value: 'featured', label: 'Featured' },
          ]}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <NumberField
          label="Price from"
          optional
          {...signs}
          value={form.priceFrom}
          error={refusalOf(form, 'priceFrom', money)}
          onChange={(priceFrom) => onChange({ priceFrom })}
        />
        <NumberField
          label="Price to"
          optional
          {...signs}
          value={form.priceTo}
          error={refusalOf(form, 'priceTo', money)}
          onChange={(priceTo) => onChange({ priceTo })}
        />
      </div>
    </Fields>
  );
}

/** What a rule does to its dishes. */
export function ActFields(props: RuleFieldsProps) {
  const { form, onChange } = props;
  return (
    <Fields legend="What to change">
      <Segmented
        label="What to change"
        wraps
        className="sm:grid sm:auto-rows-[2.75rem] sm:grid-cols-4 sm:rounded-card"
        value={form.kind}
        onValueChange={(kind) => onChange({ kind })}
        options={[
          { value: 'price', label: 'Price' },
          { value: 'offer', label: 'Offer' },
          { value: 'times', label: 'Times' },
          { value: 'move', label: 'Category' },
          { value: 'availability', label: 'Availability' },
          { value: 'tags', label: 'Tags' },
          { value: 'delete', label: 'Delete' },
        ]}
      />
      <ActDetails {...props} />
    </Fields>
  );
}

function ActDetails(props: RuleFieldsProps) {
  const { form, categories, onChange } = props;
  if (form.kind === 'price') return <PriceFields {...props} />;
  if (form.kind === 'offer') return <OfferFields {...props} />;
  if (form.kind === 'times') return <TimesFields {...props} />;
  if (form.kind === 'move') {
    return (
      <Choice
        label="Move to"
        value={form.moveTo}
        placeholder="Choose a category"
        onChange={(moveTo) => onChange({ moveTo })}
        options={categoryOptions(categories)}
      />
    );
  }
  if (form.kind === 'availability') {
    return (
      <Segmented
        label="Availability"
        value={form.availability}
        onValueChange={(availability) => onChange({ availability })}
        options={[
          { value: 'available', label: 'Available' },
          { value: 'out-of-stock', label: 'Out of Stock' },
        ]}
      />
    );
  }
  if (form.kind === 'delete') {
    return (
      <p className="font-semibold text-tomato-ink">
        Deletes every dish in the preview. Leave out those you want to keep.
      </p>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['popular', 'featured'] as const).map((tag) => (
        <Choice
          key={tag}
          label={tag === 'popular' ? 'Popular' : 'Featured'}
          value={form.tags[tag]}
          onChange={(choice) => onChange({ tags: { ...form.tags, [tag]: choice } })}
          options={[
            { value: 'keep', label: 'Leave as is' },
            { value: 'add', label: 'Add' },
            { value: 'remove', label: 'Remove' },
          ]}
        />
      ))}
    </div>
  );
}

function PriceFields({ form, money, onChange }: RuleFieldsProps) {
  const isPercent = form.by === 'percent';
  const signs = signsOf(money);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Segmented
          label="Direction"
          className="flex-1"
          value={form.direction}
          onValueChange={(direction) => onChange({ direction })}
          options={[
            { value: 'raise', label: 'Raise' },
            { value: 'lower', label: 'Lower' },
          ]}
        />
        <Segmented
          label="Unit"
          className="flex-1"
          value={form.by}
          onValueChange={(by) => onChange({ by })}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'Amount' },
          ]}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="By"
          {...(isPercent ? { suffix: '%' } : signs)}
          value={form.value}
          error={refusalOf(form, 'value', money)}
          onChange={(value) => onChange({ value })}
        />
        <EndingField value={form.ending} money={money} onChange={(ending) => onChange({ ending })} />
        <NumberField
          label="Never below"
          optional
          {...signs}
          value={form.least}
          error={refusalOf(form, 'least', money)}
          onChange={(least) => onChange({ least })}
        />
      </div>
    </>
  );
}

/** A price of its own in a menu time, such as happy hour. */
function OfferFields({ form, dayparts, money, onChange }: RuleFieldsProps) {
  if (dayparts?.length === 0) return <NoMenuTimes />;
  const { offerBy } = form;
  return (
    <>
      <Choice
        label="Menu time"
        value={form.daypart}
        placeholder="Choose a menu time"
        onChange={(daypart) => onChange({ daypart })}
        options={(dayparts ?? []).map(({ id, name, isActive }) => ({
          value: String(id),
          label: isActive ? name : `${name} (inactive)`,
        }))}
      />
      <Segmented
        label="Offer"
        wraps
        value={offerBy}
        onValueChange={(next) => onChange({ offerBy: next })}
        options={[
          { value: 'percent', label: 'Percent off' },
          { value: 'amount', label: 'Amount off' },
          { value: 'price', label: 'Set price' },
          { value: 'remove', label: 'Remove' },
        ]}
      />
      {offerBy === 'remove' ? (
        <p className="text-sm text-ink-muted">Removes the offer at this menu time. Other offers stay.</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={offerBy === 'price' ? 'Offer price' : 'Off the regular price'}
            {...(offerBy === 'percent' ? { suffix: '%' } : signsOf(money))}
            value={form.offer}
            error={refusalOf(form, 'offer', money)}
            onChange={(offer) => onChange({ offer })}
          />
          {offerBy !== 'price' && (
            <EndingField value={form.offerEnding} money={money} onChange={(offerEnding) => onChange({ offerEnding })} />
          )}
        </div>
      )}
    </>
  );
}

/** When dishes are served. */
function TimesFields({ form, dayparts, onChange }: RuleFieldsProps) {
  const { served, servedIn } = form;
  const hasNone = dayparts?.length === 0;
  return (
    <>
      <Choice
        label="Served"
        value={served}
        onChange={(next) => onChange({ served: next })}
        options={[
          { value: 'default', label: 'Like their category' },
          { value: 'always', label: 'All the time' },
          { value: 'dayparts', label: 'At some menu times only' },
        ]}
      />
      {served === 'dayparts' && hasNone && <NoMenuTimes />}
      {served === 'dayparts' && dayparts && !hasNone && (
        <fieldset className="flex flex-col gap-3.5 rounded-control border border-line bg-paper p-4">
          <legend className="sr-only">Menu times</legend>
          {dayparts.map((daypart) => (
            <Checkbox
              key={daypart.id}
              label={<bdi className="wrap-anywhere">{daypart.name}</bdi>}
              description={daypartInWords(daypart).join(' · ')}
              checked={servedIn.includes(daypart.id)}
              onCheckedChange={(isIn) =>
                onChange({
                  servedIn: dayparts.flatMap(({ id }) =>
                    (id === daypart.id ? isIn : servedIn.includes(id)) ? [id] : [],
                  ),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const NoMenuTimes = () => (
  <p className="text-sm text-ink-muted">
    <AddMenuTimes />
  </p>
);

interface EndingFieldProps {
  value: RuleForm['ending'];
  money: OwnMoney;
  onChange: (ending: RuleForm['ending']) => void;
}

/** What new prices are rounded to; nothing in a currency without decimals. */
function EndingField({ value, money, onChange }: EndingFieldProps) {
  if (money.digits === 0) return null;
  return (
    <Choice
      label="Round to"
      value={value}
      onChange={onChange}
      options={[
        { value: NONE, label: "Don't round" },
        { value: 'nearest-50', label: `Nearest 0${money.decimal}50` },
        ...(['00', '50', '90', '95'] as const).map((ending) => ({
          value: ending,
          label: `Ending in ${money.decimal}${ending}`,
        })),
      ]}
    />
  );
}

function Fields({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="display mb-4 text-lg">{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  placeholder?: string;
  options: readonly { value: Value | typeof NONE; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange, ...props }: ChoiceProps<Value>) {
  return (
    <FormField label={label}>
      <Select
        {...props}
        value={value === '' && options.some((option) => option.value === NONE) ? NONE : value}
        options={options}
        onValueChange={(next) => onChange((next === NONE ? '' : next) as Value)}
      />
    </FormField>
  );
}

const categoryOptions = (categories: readonly Category[]) =>
  categories.map(({ id, name }) => ({ value: String(id), label: name }));

const signsOf = ({ before, after, digits }: OwnMoney) => ({
  prefix: before.trim() || undefined,
  suffix: after.trim() || undefined,
  isWhole: digits === 0,
});
