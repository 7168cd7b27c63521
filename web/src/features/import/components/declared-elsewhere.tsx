import type { Place } from '@tavola/contracts/auth.ts';
import { Link } from 'wouter';
import { many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

/** Dishes of a file whose allergens another restaurant of the user declared. */
export interface DeclaredDishes {
  count: number;
  place: Place;
}

/** After an import: leads to the declarations of the restaurant that the dishes come from, as suggestions. */
export function DeclaredElsewhere({ count, place: { id, name } }: DeclaredDishes) {
  return (
    <Alert
      tone="info"
      title={`Allergens of ${many(count, 'dish', 'dishes')} are to be declared`}
      action={
        <Button asChild variant="secondary" size="sm">
          <Link href={`/dashboard/allergens?show=hinted&from=${id}`}>Check Them</Link>
        </Button>
      }
    >
      What you declared in <bdi>{name}</bdi> is suggested for each dish. Guests see it once you declare it here.
    </Alert>
  );
}
