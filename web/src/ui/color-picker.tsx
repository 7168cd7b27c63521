import { type Ref, useState } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';
import { controlClass } from './input.tsx';

interface ColorPickerProps {
  /** `#rrggbb` */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The text field, for focus. */
  ref?: Ref<HTMLInputElement>;
}

const HEX = /^#[0-9a-f]{6}$/i;

/** A colour from the device's picker or as `#rrggbb` text. Incomplete text is kept here and not reported. */
export function ColorPicker({ value, onChange, onBlur, ref }: ColorPickerProps) {
  const attributes = useFieldAttributes({});
  const [draft, setDraft] = useState<string>();
  return (
    <div className="flex items-center gap-3">
      <input
        type="color"
        aria-label="Pick a color"
        value={value}
        onChange={(event) => {
          setDraft(undefined);
          onChange(event.target.value);
        }}
        onBlur={onBlur}
        className="size-11 shrink-0 cursor-pointer appearance-none overflow-hidden rounded-full border border-line-control p-0 [&::-moz-color-swatch]:border-none [&::-webkit-color-swatch]:border-none [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <input
        ref={ref}
        type="text"
        {...attributes}
        value={draft ?? value}
        maxLength={7}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => {
          const typed = event.target.value.trim();
          const color = typed === '' || typed.startsWith('#') ? typed : `#${typed}`;
          setDraft(color);
          if (HEX.test(color)) onChange(color.toLowerCase());
        }}
        onBlur={() => {
          setDraft(undefined);
          onBlur?.();
        }}
        className={cn(controlClass, 'figures min-h-11 max-w-32 px-3.5')}
      />
    </div>
  );
}
