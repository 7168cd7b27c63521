import type { ReactNode } from 'react';
import { DropdownMenu, type DropdownMenuProps, MenuItem, MenuLabel } from '../../ui/dropdown-menu.tsx';
import { useDialogState } from '../forms/dialog-state.ts';
import { OwnTimeDialog } from './own-time.tsx';
import { beginningOf, endOf, OWN_TIME, type Until } from './sold-out-until.ts';

interface SoldOutChoicesProps extends Omit<DropdownMenuProps, 'children'> {
  dish: { name: string; soldOutUntil?: string | undefined };
  choices: readonly Until[];
  /** The restaurant's time zone. */
  zone: string;
  /** Receives until when it is sold out, in ISO 8601; null: until the kitchen says otherwise. */
  onChoose: (until: string | null) => void;
  /** Entries after the choices. */
  children?: ReactNode;
}

/** A menu of the times that a dish can be sold out until, one's own among them. */
export function SoldOutChoices({ dish, choices, zone, onChoose, children, ...menu }: SoldOutChoicesProps) {
  const ownTime = useDialogState<undefined>();
  return (
    <>
      <DropdownMenu {...menu}>
        <MenuLabel dir="auto" className="max-w-72 wrap-anywhere">
          Out of Stock: {dish.name}
        </MenuLabel>
        {choices.map((until) => (
          <MenuItem key={until.choice} className="min-h-12" onSelect={() => onChoose(endOf(until))}>
            {until.label}
          </MenuItem>
        ))}
        <MenuItem className="min-h-12" onSelect={() => ownTime.show(undefined)}>
          {OWN_TIME}
        </MenuItem>
        {children}
      </DropdownMenu>
      {ownTime.key > 0 && (
        <OwnTimeDialog
          key={ownTime.key}
          open={ownTime.open}
          name={dish.name}
          zone={zone}
          initial={beginningOf(dish, choices)}
          onClose={ownTime.close}
          onChoose={onChoose}
        />
      )}
    </>
  );
}
