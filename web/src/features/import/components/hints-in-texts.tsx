import { Link } from 'wouter';
import { useAskedAllergens } from '../../../lib/allergens/declare-allergens.ts';
import { countLapsed, TO_CONFIRM } from '../../../lib/allergens/lapsed.tsx';
import { hintedOf } from '../../../lib/allergens/text-hints.ts';
import { useTextHints } from '../../../lib/allergens/use-text-hints.ts';
import { useItems } from '../../../lib/http/queries.ts';
import { many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

/** After an import: how many dishes have other texts than their declarations are about. Nothing where none have. */
export function ToConfirm() {
  const { data: items = [] } = useItems();
  const count = countLapsed(items);
  if (count === 0) return null;
  return (
    <Alert
      tone="warning"
      title={`Allergens of ${many(count, 'dish', 'dishes')} are to be confirmed`}
      action={
        <Button asChild variant="secondary" size="sm">
          <Link href={TO_CONFIRM}>Check Them</Link>
        </Button>
      }
    >
      They were changed since they were declared. Until you confirm them, guests don't read what they are free from.
    </Alert>
  );
}

/** After an import: how many dishes name allergens or diets in their texts, which nobody declared yet. Nothing where none do. */
export function HintsInTexts() {
  const { data: items } = useItems();
  const asked = useAskedAllergens();
  const read = useTextHints();
  if (!items || !asked || !read) return null;
  const count = items.filter((item) => hintedOf(item, read(item), asked)).length;
  if (count === 0) return null;
  return (
    <Alert
      tone="info"
      title={`${many(count, 'dish names', 'dishes name')} allergens or diets in the text`}
      action={
        <Button asChild variant="secondary" size="sm">
          <Link href="/dashboard/allergens?show=hinted">Check Them</Link>
        </Button>
      }
    >
      Such as “(A, C, G)” or “(V, GF)”. Guests can filter by them once you declare them.
    </Alert>
  );
}
