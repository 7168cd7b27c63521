import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@tavola/contracts/auth.ts';
import { Store } from 'lucide-react';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { menuFile } from '../../../lib/menu-table/menu-file.ts';
import { callsAt } from '../../../lib/session/calls-at.ts';
import { otherPlaces } from '../../../lib/session/other-places.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx';
import { toast } from '../../../ui/toast.ts';

/** Takes the menu of another of the user's restaurants as a file. Nothing for a user without one. */
export function FromPlaceButton({ onFile }: { onFile: (file: File) => void }) {
  const client = useQueryClient();
  const places = otherPlaces(useCurrentUser().user);
  const read = useMutation({
    mutationFn: ({ id, name }: Place) => menuFile(callsAt(client, id), name),
    onSuccess: (file, { name }) =>
      file ? onFile(file) : toast({ title: 'Nothing to copy', description: `${name} has no dishes yet.` }),
    onError: (error, { name }) =>
      toastFailure(error, 'Nothing copied', `The menu of ${name} couldn't be read. Please try again.`),
  });
  if (places.length === 0) return null;
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" variant="secondary" busy={read.isPending}>
          <Store aria-hidden />
          From a Location
        </Button>
      }
    >
      {places.map((place) => (
        <MenuItem key={place.id} className="max-w-sm" onSelect={() => read.mutate(place)}>
          <bdi className="truncate">{place.name}</bdi>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
