import { useTheme } from '../../../lib/browser/theme.ts';
import { cn } from '../../../ui/cn.ts';

// `npm run screenshots` makes them: infra/tests/e2e/screenshots.ts.
const PICTURES = import.meta.glob<string>('../pictures/*.avif', { eager: true, import: 'default' });

/** As in `FRONT_PAGE` of the script: the size of the window, of which the picture has twice the pixels on screen. */
const DEVICES = {
  phone: { width: 390, height: 844, className: 'rounded-sheet' },
  laptop: { width: 1280, height: 800, className: 'rounded-control sm:rounded-card' },
} as const;

interface ScreenPictureProps {
  /** The file's name without its device. */
  name: string;
  device: keyof typeof DEVICES;
  alt: string;
  className?: string;
}

/** A picture of one of the product's own screens, light or dark as this one is. */
export function ScreenPicture({ name, device, alt, className }: ScreenPictureProps) {
  const [theme] = useTheme();
  const { width, height, className: shape } = DEVICES[device];
  const light = PICTURES[`../pictures/${name}-${device}.avif`];
  const dark = PICTURES[`../pictures/${name}-${device}-dark.avif`];
  return (
    <picture className={cn('block', className)}>
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img
        src={theme === 'dark' ? dark : light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className={cn('h-auto w-full border border-line-strong bg-sunken shadow-float', shape)}
      />
    </picture>
  );
}
