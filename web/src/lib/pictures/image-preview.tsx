import { pictureUrl } from '@tavola/contracts/fields.ts';
import { isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

const TYPING_PAUSE_MS = 500;
const url = pictureUrl('Image URL');

/** Shows the image at an address once typing pauses; nothing for an invalid address. */
export function ImagePreview({ address }: { address: string }) {
  const [settled, setSettled] = useState(address);
  const [outcome, setOutcome] = useState<{ src: string; loaded: boolean }>();

  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);

  const src = url.safeParse(settled).data;
  if (!src) return null;
  if (isInsecurePicture(src)) {
    return (
      <p role="status" className="text-sm text-ink-muted">
        Guests can't see this picture, because its address doesn't start with https://.
      </p>
    );
  }
  const loaded = outcome?.src === src ? outcome.loaded : undefined;
  return (
    <div className="flex items-center gap-4" role="status">
      <div className="relative flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken text-ink-faint">
        {loaded === undefined && <Skeleton className="absolute inset-0 rounded-none" />}
        {loaded === false ? (
          <ImageOff aria-hidden className="size-6" />
        ) : (
          <img
            key={src}
            src={src}
            alt=""
            referrerPolicy="no-referrer"
            onLoad={() => setOutcome({ src, loaded: true })}
            onError={() => setOutcome({ src, loaded: false })}
            className="relative size-full object-cover"
          />
        )}
      </div>
      <p className="text-sm text-ink-muted">
        {loaded === undefined && 'Loading the picture…'}
        {loaded === true && 'This is how the picture is cropped on your menu.'}
        {loaded === false &&
          "There's no picture at this address. If you save anyway, guests see the item's first letter instead."}
      </p>
    </div>
  );
}
