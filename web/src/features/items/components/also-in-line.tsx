import type { Place } from '@tavola/contracts/auth.ts';
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { DishChange } from '../also-in.ts';

const AlsoInDialog = lazy(() => import('./also-in-dialog.tsx').then((m) => ({ default: m.AlsoInDialog })));

interface AlsoInLineProps {
  change: DishChange;
  places: readonly Place[];
  onClose: () => void;
}

/** Below the list, after a change of a dish: offers it to the user's other restaurants. Until it is opened, none of them is asked. */
export function AlsoInLine({ change, places, onClose }: AlsoInLineProps) {
  const [isOpened, setOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label="Your other restaurants"
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+0.75rem)] z-20 mx-auto mt-4 flex w-full max-w-xl items-center gap-x-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 shadow-float"
    >
      <p role="status" className="line-clamp-3 min-w-0 flex-1 text-sm wrap-anywhere">
        You changed <bdi className="font-semibold">{change.name}</bdi>. Also in <bdi>{placesInWords(places)}</bdi>?
      </p>
      <Button
        size="sm"
        variant="secondary"
        className="shrink-0"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Compare
      </Button>
      <IconButton label="Dismiss" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      {isOpened && (
        <Suspense fallback={null}>
          <AlsoInDialog open={isOpen} onClose={() => setOpen(false)} change={change} places={places} />
        </Suspense>
      )}
    </section>
  );
}

const list = new Intl.ListFormat('en');

/** The longest list of names that the line has room for. */
const LONGEST = 60;

/** "Harbor and Mission"; how many they are, where their names are long. */
function placesInWords(places: readonly Place[]): string {
  const names = list.format(places.map(({ name }) => name));
  return names.length > LONGEST && places.length > 1 ? `your ${places.length} other restaurants` : names;
}
