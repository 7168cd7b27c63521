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
            'pointer-events-auto flex w-full items-start gap-3 rounded-card border p-4 pe-2 shadow-float low:items-center low:py-2',
            'data-[state=open]:animate-toast-in data-[state=closed]:animate-fade-out data-[swipe=end]:animate-toast-away',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            destructive ? 'border-tomato bg-tomato text-on-tomato' : 'border-line bg-surface text-ink',
          )}
        >
          <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0 low:mt-0', !destructive && 'text-brand')} />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5 wrap-anywhere low:flex-row low:flex-wrap low:items-baseline low:gap-x-3 low:gap-y-0">
            <Title className="font-semibold">{entry.title}</Title>
            {entry.description && (
              <Description className={cn('text-sm', !destructive && 'text-ink-muted')}>{entry.description}</Description>
            )}
          </div>
          <Close
            aria-label="Dismiss"
            className="-my-1.5 inline-flex size-10 shrink-0 items-center justify-center rounded-full outline-current hover:bg-current/10"
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
          // The place depends on what else is on the screen (main.css).
          'start-(--toast-start) end-4 top-(--toast-top) bottom-(--toast-bottom) mx-auto max-w-96 low:max-w-2xl',
          'mt-[env(safe-area-inset-top)] mb-[env(safe-area-inset-bottom)]',
        )}
      />
    </Provider>
  );
}
