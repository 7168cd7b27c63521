import type { Place, SignedInUser, Tenant } from '@tavola/contracts/auth.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { Check, ChevronDown, Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { focusHeading } from '../../../lib/browser/focus-heading.ts';
import { confirmDiscard, keepUnsaved } from '../../../lib/forms/unsaved-changes.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { byName, isBeingDeleted, placesOf } from '../../../lib/session/session.ts';
import { confirmUnsentDelay } from '../../../lib/session/unsent-changes.ts';
import { useSwitch } from '../../../lib/session/use-switch.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { NEW_PLACE_PATH } from '../new-place-path.ts';

interface PlaceSwitcherProps {
  user: SignedInUser;
  /** The screen to show in another restaurant, to the user as there. */
  pathIn: (user: SignedInUser) => string;
  className?: string;
}

/** The restaurant that the dashboard shows, and a menu of the user's others. Nothing for a user with one restaurant. */
export function PlaceSwitcher({ user, pathIn, className }: PlaceSwitcherProps) {
  const [, navigate] = useLocation();
  const tenant = useTenant(user.tenantId !== null).data;
  // The user's own list is read again only every few minutes.
  const places = placesOf(user)
    .map((place) => (place.id === tenant?.id ? { ...place, ...namesOf(tenant) } : place))
    .sort(byName);
  const enter = useSwitch();
  if (places.length < 2) return null;
  const here = places.find(({ id }) => id === user.tenantId);

  const open = async ({ id, name }: Place) => {
    if (id === user.tenantId || !(await confirmUnsentDelay()) || !(await confirmDiscard())) return;
    let there: SignedInUser;
    try {
      there = (await enter.mutateAsync(id)).user;
    } catch (error) {
      keepUnsaved();
      toastInServersWords(error, `${name} didn't open`, 'Please check your connection and try again.');
      return;
    }
    // Without what the address names of this one.
    navigate(pathIn(there), { replace: true });
    focusHeading();
  };

  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${here?.name ?? 'Restaurant'}, switch restaurant`}
          aria-busy={enter.isPending}
          className={cn(
            'flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2.5 py-1 text-start hover:bg-sunken aria-busy:opacity-55',
            className,
          )}
        >
          <span className="flex min-w-0 flex-col">
            <bdi className="truncate leading-tight font-semibold">{here?.name}</bdi>
            {here?.address && (
              <bdi className="truncate text-xs leading-tight text-ink-muted max-sm:hidden">{here.address}</bdi>
            )}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </button>
      }
    >
      <MenuLabel>Your restaurants</MenuLabel>
      {places.map((place) => (
        <MenuItem
          key={place.id}
          disabled={!place.isOpen || enter.isPending}
          aria-current={place.id === user.tenantId ? 'true' : undefined}
          onSelect={() => void open(place)}
          className="max-w-sm"
        >
          <span className="flex min-w-0 flex-1 flex-col py-0.5">
            <bdi className="truncate font-medium">{place.name}</bdi>
            <PlaceLine place={place} />
          </span>
          {place.id === user.tenantId && <Check aria-hidden className="text-brand" />}
        </MenuItem>
      ))}
      {may(user, 'restaurant.own') && (
        <>
          <MenuSeparator />
          <AddLocationItem user={user} />
        </>
      )}
    </DropdownMenu>
  );
}

const namesOf = ({ name, slug, address }: Tenant) => ({ name, slug, address });

/** The entry of a menu that leads to Add a location; to who has as many as one may, it says so instead. */
export function AddLocationItem({ user }: { user: SignedInUser }) {
  if (placesOf(user).length >= QUOTAS.restaurants.most) {
    return (
      <MenuItem disabled className="max-w-72">
        <Plus aria-hidden />
        <span className="flex flex-col py-0.5">
          <span>Add a location</span>
          <span className="text-sm">{QUOTAS.restaurants.message}</span>
        </span>
      </MenuItem>
    );
  }
  return (
    <MenuItem asChild>
      <Link href={NEW_PLACE_PATH}>
        <Plus aria-hidden /> Add a location
      </Link>
    </MenuItem>
  );
}

function PlaceLine({ place }: { place: Place }) {
  const { isOpen, deleteAt, address, slug } = place;
  if (!isOpen || deleteAt) {
    return (
      <span className="truncate text-sm font-semibold text-tomato-ink">
        {isBeingDeleted(place)
          ? 'Being deleted'
          : isOpen
            ? `To be deleted on ${formatDay(deleteAt as string)}`
            : 'Suspended'}
      </span>
    );
  }
  return <bdi className="truncate text-sm text-ink-muted">{address || `/menu/${slug}`}</bdi>;
}
