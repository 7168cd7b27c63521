import { useState } from 'react';
import { firstLetter } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';

export interface PlateProps {
  /** What the picture shows; its first letter stands where there is none. */
  name: string;
  image: string | null;
  /** Below the fold: fetched only when it comes near. */
  lazy?: boolean;
  /** Size and, for the letter, colours. */
  className?: string;
}

/** A picture, or a plate with the first letter: the same room either way, so that nothing moves when a picture fails. */
export function Plate({ name, image, lazy = false, className }: PlateProps) {
  const [failed, setFailed] = useState<string>();
  if (image && image !== failed) {
    return (
      <img
        src={image}
        alt=""
        loading={lazy ? 'lazy' : 'eager'}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(image)}
        className={cn('shrink-0 bg-sunken object-cover print:hidden', className)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={cn('display flex shrink-0 items-center justify-center leading-none print:hidden', className)}
    >
      {firstLetter(name)}
    </span>
  );
}
