import { isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import { useEffect, useRef, useState } from 'react';
import { isFrom, type MenuDraft, PREVIEW_DRAFT, PREVIEW_READY } from '../../../lib/menu/menu-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useIsMenuClosed } from '../api.ts';

/** A page that has loaded and is silent for this long is not the menu. */
const PATIENCE_MS = 5000;

interface MenuPreviewProps {
  /** The menu's address, as saved. */
  slug: string;
  draft: MenuDraft;
  /** Whether it is reduced, so that it can stay in view on a phone. */
  isSmall?: boolean;
}

/** The preview's height. */
const HEIGHT = { small: 'h-(--look-preview)', full: 'h-[34rem]' };

/** The public menu in a frame, with the form's current values. */
export function MenuPreview({ slug, draft, isSmall = false }: MenuPreviewProps) {
  const [attempt, setAttempt] = useState(0);
  const isClosed = useIsMenuClosed();
  if (isClosed === undefined) {
    return <Skeleton className={cn('max-w-96 rounded-card', HEIGHT[isSmall ? 'small' : 'full'])} />;
  }
  if (isClosed) {
    return (
      <p
        className={cn(
          'max-w-96 rounded-card border border-line bg-surface px-6 text-center text-ink-muted',
          isSmall ? 'py-4' : 'py-12',
        )}
      >
        Guests can't see your menu now, so there's no preview.
      </p>
    );
  }
  return (
    <div className="flex max-w-96 flex-col gap-3">
      <Frame
        key={`${slug} ${attempt}`}
        slug={slug}
        draft={draft}
        isSmall={isSmall}
        onRetry={() => setAttempt((before) => before + 1)}
      />
      {!isSmall && (
        <p className="text-sm text-ink-muted">
          Text on your color is white or black, whichever reads better. Elsewhere we adjust its shade where needed.
        </p>
      )}
    </div>
  );
}

function Frame({ slug, draft, isSmall, onRetry }: MenuPreviewProps & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (isFrom(frame.current?.contentWindow, event) && event.data?.type === PREVIEW_READY) setState('ready');
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  useEffect(() => {
    if (state !== 'loading' || !isLoaded) return;
    const timer = setTimeout(() => setState('failed'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state, isLoaded]);

  const { name, description, phone, address, themeColor, look } = draft.tenant;
  // The menu would be refused one without https.
  const logo = isInsecurePicture(draft.tenant.logo) ? '' : draft.tenant.logo;
  // As text, which is equal to itself in the next render.
  const typed = JSON.stringify({
    tenant: { name, description, phone, address, logo, themeColor, look },
    money: draft.money,
  } satisfies MenuDraft);
  useEffect(() => {
    if (state !== 'ready') return;
    const message = { type: PREVIEW_DRAFT, draft: JSON.parse(typed) };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [state, typed]);

  if (state === 'failed') {
    return (
      <div
        className={cn(
          'flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 text-center',
          isSmall ? 'py-4' : 'py-12',
        )}
      >
        <p className="text-ink-muted">Couldn't load the preview</p>
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    );
  }
  return (
    // A picture to look at: keyboards and screen readers would have to pass all of the menu.
    <div
      role="img"
      aria-label="Preview of your menu"
      className={cn(
        'relative overflow-hidden rounded-card border border-line bg-paper shadow-float',
        HEIGHT[isSmall ? 'small' : 'full'],
      )}
    >
      <iframe
        ref={frame}
        src={`/menu/${slug}`}
        title="Preview of your menu"
        inert
        tabIndex={-1}
        onLoad={() => setLoaded(true)}
        className={cn(
          isSmall ? 'h-[166.67%] w-[166.67%] origin-top-left scale-60 rtl:origin-top-right' : 'size-full',
          state !== 'ready' && 'invisible',
        )}
      />
      {state === 'loading' && <Skeleton className="absolute inset-0 rounded-none" />}
    </div>
  );
}
