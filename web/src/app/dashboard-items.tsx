import { ItemsPage } from '../features/items/pages/items-page.tsx';
import { ReviewLink } from '../features/languages/components/review-link.tsx';

/** Menu Items, with how many translations are to review. */
export function DashboardItems() {
  return <ItemsPage translations={<ReviewLink />} />;
}
