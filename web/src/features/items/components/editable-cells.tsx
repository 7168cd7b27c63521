import { type MenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { formatPrice } from '../../../lib/format.ts';
import { useEditItem } from '../api.ts';
import { readPrice } from '../quick-add.ts';
import { EditableText } from './editable-text.tsx';

/** An item's name, edited where it is shown. */
export function EditableName({ item }: { item: MenuItem }) {
  const edit = useEditItem(item.id);
  return (
    <EditableText
      label={`Name of ${item.name}`}
      buttonLabel={`Rename ${item.name}`}
      text={item.name}
      value={item.name}
      read={(typed) => {
        const name = newMenuItem.shape.name.safeParse(typed);
        return name.success ? { value: name.data } : { error: name.error.issues[0]?.message ?? '' };
      }}
      onSave={(name) => edit.mutate({ change: { name }, guarded: true })}
      className="font-semibold"
    >
      <bdi className="line-clamp-2 wrap-anywhere">{item.name}</bdi>
    </EditableText>
  );
}

/** An item's price, edited where it is shown. */
export function EditablePrice({ item }: { item: MenuItem }) {
  const edit = useEditItem(item.id);
  const shown = formatPrice(item.price);
  return (
    <EditableText
      label={`Price of ${item.name}`}
      buttonLabel={`Change price of ${item.name}, ${shown}`}
      text={item.price.toFixed(2)}
      value={item.price}
      read={(typed) => {
        const read = readPrice(typed);
        return 'error' in read ? read : { value: read.price };
      }}
      onSave={(price) => edit.mutate({ change: { price }, guarded: true })}
      inputMode="decimal"
      align="end"
      className="figures font-semibold"
    >
      {shown}
    </EditableText>
  );
}
