import { ChevronDown } from 'lucide-react';
import { useRestaurantMoney } from '../../../lib/money/use-own-money.ts';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx';
import { SAMPLE_MENUS, sampleText } from '../sample-menus.ts';

/** Chooses one of the sample menus. */
export function SampleMenu({ onText }: { onText: (text: string) => void }) {
  const money = useRestaurantMoney();
  return (
    <DropdownMenu
      align="center"
      trigger={
        <Button variant="secondary">
          Start from a Sample
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {SAMPLE_MENUS.map((sample) => (
        <MenuItem key={sample.name} onSelect={() => onText(sampleText(sample, money))}>
          {sample.name}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
