import { Store } from 'lucide-react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { logOut, placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { useSwitch } from '../../../lib/session/use-switch.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** What a person without a restaurant sees instead of its screens: a way to one, to the account and out. */
export function NoRestaurantPage() {
  useDocumentTitle('No restaurant');
  const places = placesOf(useCurrentUser().user).filter(({ isOpen }) => isOpen);
  const enter = useSwitch();
  const open = (id: string) =>
    enter.mutate(id, { onError: (error) => toastInServersWords(error, 'Not opened', 'Please try again.') });
  return (
    <>
      <PageHeader title={places.length > 0 ? 'Choose a restaurant' : "You don't work for any restaurant"} />
      <Card className="mx-auto max-w-3xl">
        <EmptyState
          icon={<Store />}
          title={places.length > 0 ? 'Where do you want to go on?' : 'Invited somewhere?'}
          description={
            places.length > 0
              ? 'These are the restaurants you work for.'
              : 'Open the link in the invitation, or scan the code an owner shows you. Or add a restaurant of your own.'
          }
          action={
            <div className="flex w-full max-w-xs flex-col gap-2.5">
              {places.map(({ id, name }) => (
                <Button key={id} busy={enter.isPending && enter.variables === id} onClick={() => open(id)}>
                  <bdi className="min-w-0 truncate">{name}</bdi>
                </Button>
              ))}
              <Button asChild variant={places.length > 0 ? 'secondary' : 'primary'}>
                <Link href="/dashboard/places/new">Add a Restaurant</Link>
              </Button>
              <Button asChild variant="secondary">
                <Link href="/settings/account">Account & Security</Link>
              </Button>
              <Button variant="ghost" onClick={logOut}>
                Logout
              </Button>
            </div>
          }
        />
      </Card>
    </>
  );
}
