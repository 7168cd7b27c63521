import { type Picture, pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import type { ReactNode } from 'react';
import { coverStyle } from '../../../lib/menu/menu-theme.ts';
import { Sources, srcSetOf } from './plate.tsx';

interface CoverProps {
  picture: Picture;
  themeColor: string;
  /** What is written on the photo. */
  children: ReactNode;
}

/** The restaurant's cover photo behind its name; a scrim keeps the text readable whatever the photo (ui/look.css). */
export function Cover({ picture, themeColor, children }: CoverProps) {
  const address = pictureAddress(picture);
  return (
    <div className="menu-cover" style={coverStyle(themeColor)}>
      <Sources image={address} sizes="100vw">
        <img
          src={address}
          srcSet={srcSetOf(picture, 'jpg', picture.width)}
          sizes="100vw"
          alt=""
          fetchPriority="high"
          decoding="async"
          width={picture.width}
          height={picture.height}
          style={{ backgroundColor: picture.color }}
          className="absolute inset-0 size-full object-cover print:hidden"
        />
      </Sources>
      <div className="menu-scrim">{children}</div>
    </div>
  );
}
