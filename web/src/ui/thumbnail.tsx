import { pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { useState } from 'react';
import { cn } from './cn.ts';

interface ThumbnailProps {
  src: string | null;
  /** Shown without a picture, or when it can't be loaded. */
  letter: string;
  /** Its size, as in `size-12`. */
  className?: string;
}

/** A small square picture. Decoration; state the name next to it. */
export function Thumbnail({ src, letter, className }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden
      className={cn(
        'display relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken text-lg leading-none text-ink-faint',
        className,
      )}
    >
      {letter}
      {src && src !== failed && (
        <img
          src={thumbnailOf(src)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full bg-sunken object-cover"
        />
      )}
    </span>
  );
}

/** The narrowest file of an uploaded picture; a picture from elsewhere as it is. */
function thumbnailOf(src: string): string {
  const own = pictureAt(src);
  return own ? pictureFile(own, pictureWidths(own.width, 'webp')[0] as number, 'webp') : src;
}
