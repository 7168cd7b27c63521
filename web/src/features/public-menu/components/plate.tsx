import { useEffect, useRef, useState } from 'react';
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
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const { current } = picture;
    // In a page from the server it may have failed before anybody listened: asked for again, it fails again.
    if (image && current?.complete && current.naturalWidth === 0) current.src = image;
  }, [image]);

  if (image && image !== failed) {
    return (
      <img
        ref={picture}
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
      // An older phone may cut a letter of several signs elsewhere; that of the server stays.
      suppressHydrationWarning
      className={cn('display flex shrink-0 items-center justify-center leading-none print:hidden', className)}
    >
      {firstLetter(name)}
    </span>
  );
}
