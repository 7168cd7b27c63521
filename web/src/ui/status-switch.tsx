import { cn } from './cn.ts';
import { Switch } from './switch.tsx';

export interface StatusSwitchProps {
  /** For screen readers: what is on or off, as in "Lasagne available". */
  label: string;
  /** The visible label. */
  onText: string;
  offText: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Puts the label before the switch, for the end of a row. */
  reverse?: boolean;
  className?: string;
}

/** A switch with its state as text. */
export function StatusSwitch({ label, onText, offText, checked, reverse, className, ...props }: StatusSwitchProps) {
  return (
    <div className={cn('flex items-center gap-2.5', reverse && 'flex-row-reverse', className)}>
      <Switch label={label} hideLabel checked={checked} {...props} />
      <span className={cn('text-sm font-medium whitespace-nowrap', checked ? 'text-ink-muted' : 'text-tomato-ink')}>
        {checked ? onText : offText}
      </span>
    </div>
  );
}
