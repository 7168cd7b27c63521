import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useEditItem } from '../api.ts';

interface AvailabilitySwitchProps {
  item: MenuItem;
  onSwitched: (id: number) => void;
}

/** Toggles Available and Out of Stock with one tap. */
export function AvailabilitySwitch({ item, onSwitched }: AvailabilitySwitchProps) {
  const edit = useEditItem(item.id);
  return (
    <Switch
      label={`${item.name} available`}
      hideLabel
      checked={item.isAvailable}
      onCheckedChange={(isAvailable) => {
        onSwitched(item.id);
        edit.mutate({ change: { isAvailable } });
      }}
    />
  );
}
