import { ALLERGEN_SCHEMES, type AllergenScheme } from '@tavola/contracts/rules/allergens.ts';
import { Controller } from 'react-hook-form';
import { Link } from 'wouter';
import { namesInWords, SCHEME_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { SettingsFormApi, SettingsValues } from '../settings-values.ts';

const OPTIONS = (Object.keys(ALLERGEN_SCHEMES) as AllergenScheme[]).map((value) => ({
  value,
  label: SCHEME_NAMES[value],
}));

/** Which allergens the restaurant declares, and its guests see. */
export function AllergensSection({ form, values }: { form: SettingsFormApi; values: SettingsValues }) {
  return (
    <Card>
      <CardSection
        title="Allergens you declare"
        description="Take the list that the law of your country asks for. What you declared already is kept either way."
      >
        <Controller
          control={form.control}
          name="allergenScheme"
          render={({ field }) => (
            <div className="flex flex-col gap-2">
              <Segmented
                label="Allergens you declare"
                value={field.value}
                options={OPTIONS}
                onValueChange={field.onChange}
                className="self-start max-sm:w-full"
              />
              <p role="status" className="text-sm text-ink-muted first-letter:uppercase">
                {namesInWords(ALLERGEN_SCHEMES[values.allergenScheme])}.
              </p>
            </div>
          )}
        />
        <Button asChild variant="secondary" className="self-start">
          <Link href="/dashboard/allergens">Declare Allergens</Link>
        </Button>
      </CardSection>
    </Card>
  );
}
