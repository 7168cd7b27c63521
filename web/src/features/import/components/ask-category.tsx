import { many } from '../../../lib/text/format.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { UNNAMED } from '../table/plan-table.ts';

interface AskCategoryProps {
  /** How many new dishes have no category. */
  count: number;
  /** The names of the menu's categories. */
  names: readonly string[];
  value: string | undefined;
  onChange: (name: string) => void;
}

/** Asks in which category new dishes without one are added. */
export function AskCategory({ count, names, value, onChange }: AskCategoryProps) {
  const options = [...new Set([...names, UNNAMED])].map((name) => ({
    value: name,
    label: names.includes(name) ? name : `New category “${name}”`,
  }));
  return (
    <div className="rounded-control bg-saffron-soft p-4">
      <FormField label={`Category for ${many(count, 'new dish', 'new dishes')}`}>
        <Select options={options} value={value} onValueChange={onChange} placeholder="Choose a category" />
      </FormField>
    </div>
  );
}
