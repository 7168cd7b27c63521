import { PICTURE_FORMATS, pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { createContext, type ReactNode, useEffect, useRef, useState } from 'react';
import { firstLetter } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';

export interface PlateProps {
  /** What the picture shows; its first letter replaces a missing picture. */
  name: string;
  image: string | null;
  /** Below the fold: load only when near the viewport. */
  lazy?: boolean;
  /** The first one that guests see: load it before other pictures. */
  first?: boolean;
  /** The width that it takes up, as in the attribute `sizes`; the narrowest by default. */
  sizes?: string;
  /** Size, and colours for the letter. */
  className?: string;
}

/** The pictures of the dishes on the page. */
export interface Pictures {
  /** The dishes whose pictures are loaded first. */
  first: readonly number[];
  /** The width that a picture takes up. */
  sizes: string;
  /** Shows a dish with its large picture. */
  open: (id: number) => void;
}
export const PicturesContext = createContext<Pictures>({ first: [], sizes: '5rem', open: () => {} });

/** A picture, or a plate with the first letter. Both have the same size, so a failed picture shifts nothing. */
export function Plate({ name, image, lazy = false, first = false, sizes = '5rem', className }: PlateProps) {
  const [failed, setFailed] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const { current } = picture;
    // In server-rendered HTML the image may have failed before hydration: loading it again repeats the error event.
    if (image && current?.complete && current.naturalWidth === 0) current.src = image;
  }, [image]);

  if (image && image !== failed) {
    const own = pictureAt(image);
    return (
      <Sources image={image} sizes={sizes}>
        <img
          ref={picture}
          src={image}
          alt=""
          loading={lazy ? 'lazy' : 'eager'}
          fetchPriority={first ? 'high' : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(image)}
          width={own?.width}
          height={own?.height}
          style={own ? { backgroundColor: own.color } : undefined}
          className={cn('shrink-0 bg-sunken object-cover print:hidden', className)}
        />
      </Sources>
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

/** An uploaded picture in the format and the width that suit the browser; a picture from elsewhere as it is. */
function Sources({ image, sizes, children }: { image: string; sizes: string; children: ReactNode }) {
  const own = pictureAt(image);
  if (!own) return children;
  return (
    <picture>
      {PICTURE_FORMATS.map((format) => (
        <source
          key={format}
          type={format === 'jpg' ? undefined : `image/${format}`}
          srcSet={pictureWidths(own.width, format)
            .map((width) => `${pictureFile(own, width, format)} ${width}w`)
            .join(', ')}
          sizes={sizes}
        />
      ))}
      {children}
    </picture>
  );
}
