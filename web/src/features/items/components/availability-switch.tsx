import type { MenuItem } from '@tavola/contracts/menu.ts';
import { StatusSwitch } from '../../../ui/status-switch.tsx';
import { useSwitchAvailability } from '../api.ts';

export interface AvailabilitySwitchProps {
  item: MenuItem;
  onSwitched: (id: number) => void;
  reverse?: boolean;
}

/** Toggles Available and Out of Stock with one tap. */
export function AvailabilitySwitch({ item, onSwitched, reverse = false }: AvailabilitySwitchProps) {
  const change = useSwitchAvailability(item.id);
  return (
    <StatusSwitch
      label={`${item.name} available`}
      onText="Available"
      offText="Out of Stock"
      checked={item.isAvailable}
      reverse={reverse}
      // Wide enough for the longer label, so that prices align.
      className={reverse ? 'sm:w-40' : ''}
      onCheckedChange={(isAvailable) => {
        onSwitched(item.id);
        change.mutate(isAvailable);
      }}
    />
  );
}
