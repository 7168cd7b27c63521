import { useEffect, useRef, useState } from 'react';
import { firstLetter } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';

export interface PlateProps {
  /** What the picture shows; its first letter replaces a missing picture. */
  name: string;
  image: string | null;
  /** Below the fold: load only when near the viewport. */
  lazy?: boolean;
  /** Size, and colours for the letter. */
  className?: string;
}

/** A picture, or a plate with the first letter. Both have the same size, so a failed picture shifts nothing. */
export function Plate({ name, image, lazy = false, className }: PlateProps) {
  const [failed, setFailed] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const { current } = picture;
    // In server-rendered HTML the image may have failed before hydration: loading it again repeats the error event.
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
      // Older phones may split a multi-code-point letter differently; the server's letter stays.
      suppressHydrationWarning
      className={cn('display flex shrink-0 items-center justify-center leading-none print:hidden', className)}
    >
      {firstLetter(name)}
    </span>
  );
}
