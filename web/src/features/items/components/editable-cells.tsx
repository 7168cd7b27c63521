import { type MenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { priceText, readPrice } from '../../../lib/money/read-price.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { useEditItem } from '../api.ts';
import { EditableText } from './editable-text.tsx';
import { RoundedFrom } from './item-price.tsx';

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
      onSave={(name, begun) => edit.mutate({ change: { name }, seen: { name: begun } })}
      className="font-semibold"
    >
      <bdi className="line-clamp-2 wrap-anywhere">{item.name}</bdi>
    </EditableText>
  );
}

/** An item's price, edited where it is shown. */
export function EditablePrice({ item }: { item: MenuItem }) {
  const edit = useEditItem(item.id);
  const money = useOwnMoney();
  const shown = formatMoney(item.price, money);
  return (
    <>
      <EditableText
        label={`Price of ${item.name}`}
        buttonLabel={`Change price of ${item.name}, ${shown}`}
        text={priceText(item.price, money)}
        value={item.price}
        read={(typed) => {
          const read = readPrice(typed, money);
          return 'error' in read ? read : { value: read.price };
        }}
        onSave={(price, begun) => edit.mutate({ change: { price }, seen: { price: begun } })}
        inputMode="decimal"
        align="end"
        className="figures font-semibold"
      >
        <span dir="ltr" className="whitespace-nowrap">
          {shown}
        </span>
      </EditableText>
      <RoundedFrom price={item.price} />
    </>
  );
}
