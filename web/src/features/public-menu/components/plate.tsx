import {
  type Picture,
  type PictureFormat,
  pictureAt,
  pictureFile,
  pictureWidths,
} from '@tavola/contracts/rules/pictures.ts';
import { createContext, type ReactNode, useEffect, useRef, useState } from 'react';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { cn } from '../../../ui/cn.ts';

interface PlateProps {
  /** What the picture shows; its first letter replaces a missing picture. */
  name: string;
  image: string | null;
  /** Below the fold: load only when near the viewport. */
  lazy?: boolean;
  /** Whether it is the largest thing that guests see first: load it before all else. */
  first?: boolean;
  /** The width that it takes up where it is large, as in the attribute `sizes`; small by default. */
  sizes?: string | undefined;
  /** Size, and colours for the letter. */
  className?: string;
}

/** Small pictures are at most 80 pixels wide on the page; phones have up to three for each. */
const SMALL = { sizes: '5rem', widest: 320 };

/** How many large pictures may be in view at once where the menu begins. */
export const FIRST_PICTURES = 2;

/** The pictures of the dishes on the page. */
export interface Pictures {
  /** The dishes whose pictures are loaded first, where they are large. */
  first: readonly number[];
  /** The width that a picture takes up where they are large. */
  sizes: string | undefined;
  /** Whether a dish is a picture, or a letter of its size, with its name and price: the rest is shown by a tap. */
  isGrid: boolean;
  /** Shows a dish by itself, with its large picture. */
  open: (id: number) => void;
}
export const PicturesContext = createContext<Pictures>({ first: [], sizes: undefined, isGrid: false, open: () => {} });

/** A picture, or a plate with the first letter. Both have the same size, so a failed picture shifts nothing. */
export function Plate({ name, image, lazy = false, first = false, sizes, className }: PlateProps) {
  const [failed, setFailed] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const { current } = picture;
    // In server-rendered HTML the image may have failed before hydration: loading it again repeats the error event.
    if (image && current?.complete && current.naturalWidth === 0) current.src = current.getAttribute('src') ?? image;
  }, [image]);

  if (image && image !== failed) {
    const own = pictureAt(image);
    return (
      <Sources image={image} sizes={sizes}>
        <img
          ref={picture}
          src={own ? pictureFile(own, pictureWidths(own.width, 'jpg')[0] as number, 'jpg') : image}
          alt=""
          loading={lazy ? 'lazy' : 'eager'}
          fetchPriority={first && !lazy ? 'high' : undefined}
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
export function Sources({ image, sizes, children }: { image: string; sizes: string | undefined; children: ReactNode }) {
  const own = pictureAt(image);
  if (!own) return children;
  const widest = sizes ? own.width : SMALL.widest;
  return (
    <picture>
      {(['avif', 'webp'] as const).map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={srcSetOf(own, format, widest)}
          sizes={sizes ?? SMALL.sizes}
        />
      ))}
      {children}
    </picture>
  );
}

/** A picture's files of a format for the attribute `srcset`, up to `widest` pixels wide. */
export const srcSetOf = (picture: Picture, format: PictureFormat, widest: number): string =>
  pictureWidths(picture.width, format)
    .filter((width, index) => index === 0 || width <= widest)
    .map((width) => `${pictureFile(picture, width, format)} ${width}w`)
    .join(', ');
