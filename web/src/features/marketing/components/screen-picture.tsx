import { useTheme } from '../../../lib/browser/theme.ts';
import { cn } from '../../../ui/cn.ts';

// `npm run screenshots` makes them: infra/tests/e2e/screenshots.ts.
const PICTURES = import.meta.glob<string>('../pictures/*.avif', { eager: true, import: 'default' });

/** As in `ON_FRONT_PAGE` of the script: the size of the window, of which the picture has twice the pixels on screen. */
const DEVICES = {
  phone: { width: 390, height: 844, className: 'rounded-sheet' },
  laptop: { width: 1280, height: 800, className: 'rounded-card max-sm:rounded-sheet' },
} as const;

interface ScreenPictureProps {
  /** The file's name without its device. */
  name: string;
  device: keyof typeof DEVICES;
  /** The picture of a phone that stands in the place of a laptop's in narrow windows, where that would be too small to read. */
  onPhones?: string;
  alt: string;
  className?: string;
}

const TOO_NARROW = '(width < 40rem)';

/** A picture of one of the product's own screens, light or dark as this one is. */
export function ScreenPicture({ name, device, onPhones, alt, className }: ScreenPictureProps) {
  const [theme] = useTheme();
  const { width, height, className: shape } = DEVICES[device];
  const [light, dark] = bothOf(name, device);
  const [lightPhone, darkPhone] = onPhones === undefined ? [] : bothOf(onPhones, 'phone');
  const phone = { width: DEVICES.phone.width, height: DEVICES.phone.height };
  return (
    <picture className={cn('block', onPhones !== undefined && 'max-sm:mx-auto max-sm:max-w-72', className)}>
      {darkPhone && theme === 'system' && (
        <source media={`${TOO_NARROW} and (prefers-color-scheme: dark)`} srcSet={darkPhone} {...phone} />
      )}
      {lightPhone && <source media={TOO_NARROW} srcSet={theme === 'dark' ? darkPhone : lightPhone} {...phone} />}
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

/** The addresses of a picture, light and dark. */
const bothOf = (name: string, device: keyof typeof DEVICES) =>
  ['', '-dark'].map((scheme) => PICTURES[`../pictures/${name}-${device}${scheme}.avif`]);
