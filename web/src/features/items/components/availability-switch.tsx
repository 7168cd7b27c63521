import type { MenuItem } from '@tavola/contracts/menu.ts';
import { StatusSwitch } from '../../../ui/status-switch.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useEditItem } from '../api.ts';

export interface AvailabilitySwitchProps {
  item: MenuItem;
  onSwitched: (id: number) => void;
  /** Without the state as text, for rows that show it elsewhere. */
  bare?: boolean;
}

/** Toggles Available and Out of Stock with one tap. */
export function AvailabilitySwitch({ item, onSwitched, bare = false }: AvailabilitySwitchProps) {
  const edit = useEditItem(item.id);
  const label = `${item.name} available`;
  const onCheckedChange = (isAvailable: boolean) => {
    onSwitched(item.id);
    edit.mutate({ change: { isAvailable }, guarded: false });
  };
  if (bare) return <Switch label={label} hideLabel checked={item.isAvailable} onCheckedChange={onCheckedChange} />;
  return (
    <StatusSwitch
      label={label}
      onText="Available"
      offText="Out of Stock"
      checked={item.isAvailable}
      onCheckedChange={onCheckedChange}
    />
  );
}
