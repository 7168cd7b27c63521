import { type Category, newCategory } from '@tavola/contracts/menu.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, type RefCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAddCategory } from '../api.ts';
import { NEW_CATEGORY } from '../item-form.ts';

const NO_CATEGORIES = 'No categories available - create one first';

interface CategoryPickerProps {
  /** `undefined` while they load. */
  categories: readonly Category[] | undefined;
  /** The chosen category's id, '' or NEW_CATEGORY. */
  value: string;
  /** The one that an item had before; it is chosen again where no new category is created. */
  initial: string;
  onChange: (id: string) => void;
  onBlur: () => void;
  /** Called once the field for a new category is gone again, with the focus in it. */
  onCreated: (isCreated: boolean) => void;
  error: string | undefined;
  hint: ReactNode;
  required: boolean;
  ref: RefCallback<HTMLElement>;
}

/** Chooses an item's category, or creates one without leaving the form. */
export function CategoryPicker({
  categories,
  value,
  initial,
  onChange,
  onBlur,
  onCreated,
  error,
  hint,
  required,
  ref,
}: CategoryPickerProps) {
  const [before, setBefore] = useState(initial);
  const change = (next: string) => {
    if (next === NEW_CATEGORY) setBefore(value);
    onChange(next);
  };
  const stop = (id: string, isCreated: boolean) => {
    // The picker must be back before it can have the focus.
    flushSync(() => onChange(id));
    onCreated(isCreated);
  };
  if (value === NEW_CATEGORY) {
    return (
      <NewCategoryField
        ref={ref}
        refusal={error}
        onCreated={({ id }) => stop(String(id), true)}
        onCancel={() => stop(before, false)}
      />
    );
  }
  const options = categoryOptions(categories, value);
  return (
    <FormField
      label="Category"
      error={error}
      required={required}
      hint={
        categories?.length === 0 ? (
          <Button variant="link" size="sm" onClick={() => change(NEW_CATEGORY)}>
            Create a Category
          </Button>
        ) : (
          hint
        )
      }
    >
      <Select
        ref={ref}
        value={value}
        onValueChange={change}
        onBlur={onBlur}
        placeholder={categories?.length === 0 ? NO_CATEGORIES : 'Select a category'}
        emptyText={categories ? NO_CATEGORIES : 'Loading categories…'}
        options={options}
        {...(options.length > 0 && {
          action: { value: NEW_CATEGORY, label: 'Create a category', icon: <Plus aria-hidden /> },
        })}
      />
    </FormField>
  );
}

/** The picker's options. Keeps the item's category even if this page has not loaded it yet. */
export function categoryOptions(categories: readonly Category[] | undefined, value: string) {
  const options = (categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  if (value === '' || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: 'Unknown' }];
}

interface NewCategoryFieldProps {
  ref: RefCallback<HTMLElement>;
  /** Why the form can't be saved meanwhile. */
  refusal: string | undefined;
  onCreated: (added: Category) => void;
  onCancel: () => void;
}

function NewCategoryField({ ref, refusal, onCreated, onCancel }: NewCategoryFieldProps) {
  const add = useAddCategory();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  const create = async () => {
    if (add.isPending) return;
    const input = newCategory.safeParse({ name });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      return;
    }
    try {
      onCreated(await add.mutateAsync(input.data));
    } catch (failure) {
      setError(errorText(failure, 'Failed to add category. Please try again.'));
    }
  };

  return (
    <FormField label="New category" error={error ?? refusal} required>
      <Input
        ref={ref}
        // The user has just asked for this field.
        autoFocus
        data-own-escape
        autoComplete="off"
        dir="auto"
        className="pe-1.5"
        value={name}
        readOnly={add.isPending}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Enter would submit the item, and Ctrl+Enter too.
            event.preventDefault();
            event.stopPropagation();
            void create();
          } else if (event.key === 'Escape') {
            onCancel();
          }
        }}
        end={
          <span className="flex shrink-0 items-center gap-1">
            <Button variant="ghost" size="sm" disabled={add.isPending} onClick={onCancel} className="px-3">
              Cancel
            </Button>
            <Button size="sm" busy={add.isPending} onClick={() => void create()}>
              Create
            </Button>
          </span>
        }
      />
    </FormField>
  );
}
