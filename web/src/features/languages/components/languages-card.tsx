import { Languages } from 'lucide-react';
import { Link } from 'wouter';
import { many } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { useLanguages, useProgress } from '../api.ts';
import { languageName } from '../language-names.ts';

/** Which languages the menu has, and how much there is to review; leads to the screen Languages. */
export function LanguagesCard() {
  const languages = useLanguages();
  const { progress } = useProgress(languages?.others ?? []);
  const toReview = progress.reduce((sum, one) => sum + (one?.toReview ?? 0), 0);
  return (
    <Card>
      <CardSection
        title="Languages"
        description={
          languages ? [languages.base, ...languages.others].map(languageName).join(', ') : 'Translations of your menu.'
        }
      >
        {toReview > 0 && (
          <p className="text-sm font-medium text-saffron-ink">{many(toReview, 'translation')} to review</p>
        )}
        <Button asChild variant="secondary" className="self-start">
          <Link href="/dashboard/languages">
            <Languages aria-hidden />
            {languages && languages.others.length > 0 ? 'Manage Languages' : 'Add Languages'}
          </Link>
        </Button>
      </CardSection>
    </Card>
  );
}
