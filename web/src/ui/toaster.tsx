import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { cn } from './cn.ts';
import { dismissToast, latestToast, subscribeToToasts, TOAST_DURATION_MS } from './toast.ts';

/** Shows the messages of `toast()`; use once in the app. */
export function Toaster() {
  const entry = useSyncExternalStore(subscribeToToasts, latestToast);
  const destructive = entry?.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {entry && (
        <Root
          key={entry.id}
          data-toast
          type={destructive ? 'foreground' : 'background'}
          open={entry.open}
          onOpenChange={(open) => !open && dismissToast(entry.id)}
          className={cn(
            'pointer-events-auto flex w-full items-center gap-2.5 sm:w-fit sm:self-center rounded-card border py-1 ps-3 pe-1 shadow-float sm:ps-4 sm:pe-2',
            'data-[state=open]:animate-toast-in data-[state=closed]:animate-fade-out data-[swipe=end]:animate-toast-away',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            destructive ? 'border-tomato bg-tomato text-on-tomato' : 'border-line bg-surface text-ink',
          )}
        >
          <Icon aria-hidden className={cn('size-5 shrink-0', !destructive && 'text-brand')} />
          {/* The text follows the title on its line: a line each would be higher than the bar below. */}
          <div className="min-w-0 flex-1 text-sm wrap-anywhere">
            <Title className="me-1 inline font-semibold">{entry.title}</Title>
            {/* Takes no room, but is a block, so that they are not read as one sentence. */}
            <span className="absolute" />
            {entry.description && (
              <Description className={cn('inline', !destructive && 'text-ink-muted')}>{entry.description}</Description>
            )}
          </div>
          <Close
            aria-label="Dismiss"
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full outline-current hover:bg-current/10"
          >
            <X aria-hidden className="size-4" />
          </Close>
        </Root>
      )}
      <Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className={cn(
          'pointer-events-none fixed z-50 flex flex-col outline-none',
          // Where it begins depends on a dialog (main.css).
          'start-(--toast-start) end-4 top-1.5 mx-auto mt-[env(safe-area-inset-top)] max-w-2xl',
        )}
      />
    </Provider>
  );
}
