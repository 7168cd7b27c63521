import type { ComponentProps } from 'react';
import { useFieldAttributes } from './field-context.ts';

/** A number between two others, chosen on a line. */
export function Slider(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      type="range"
      {...props}
      {...useFieldAttributes(props)}
      className="h-11 w-full cursor-pointer accent-brand disabled:cursor-default disabled:opacity-50"
    />
  );
}
