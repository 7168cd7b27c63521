import { type LinkName, PRICE_RANGES } from '@tavola/contracts/links.ts';
import { Controller } from 'react-hook-form';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { LINK_WORDS, type SettingsFormApi } from '../settings-values.ts';

/** The links in the order of the guests' page, with an example of each. */
const EXAMPLES: Readonly<Record<LinkName, string>> = {
  reservations: 'https://',
  website: 'https://',
  review: 'https://',
  instagram: '@your.name',
  facebook: 'facebook.com/your.name',
  tiktok: '@your.name',
  whatsapp: '+1 617 555 0134',
};
const LINKS = Object.entries(EXAMPLES) as [LinkName, string][];

/** Radix reserves '' for "nothing chosen". */
const NOTHING = 'nothing';
const PRICE_OPTIONS = [
  { value: NOTHING, label: 'Not set' },
  ...PRICE_RANGES.map((range) => ({ value: range as string, label: range })),
];

/** Where else the restaurant is, its guests' Wi-Fi, and what search engines may say of it. */
export function LinksSection({ form }: { form: SettingsFormApi }) {
  const { errors } = form.formState;
  return (
    <Card>
      <CardSection title="Links" description="Shown below your menu. Leave empty what you don't have.">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {LINKS.map(([name, example]) => (
            <FormField key={name} label={LINK_WORDS[name]} error={errors[name]?.message}>
              <Input
                {...(name !== 'whatsapp' && { inputMode: 'url' })}
                {...VERBATIM}
                placeholder={example}
                {...form.register(name)}
              />
            </FormField>
          ))}
        </div>
      </CardSection>
      <CardSection
        title="Guest Wi-Fi"
        description="Shown below your menu, and on printed cards if you like. Anyone who opens your menu can read it."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormField label="Wi-Fi Name" error={errors.wifiName?.message}>
            <Input {...VERBATIM} {...form.register('wifiName')} />
          </FormField>
          <FormField
            label="Wi-Fi Password"
            error={errors.wifiPassword?.message}
            hint="Leave empty if your network is open."
          >
            <Input {...VERBATIM} {...form.register('wifiPassword')} />
          </FormField>
        </div>
      </CardSection>
      <CardSection title="For search engines" description="What they may show beside your name.">
        <FormField label="Cuisine" error={errors.cuisine?.message} hint="Such as Italian, or Sushi and Grill.">
          <Input dir="auto" {...form.register('cuisine')} />
        </FormField>
        <Controller
          control={form.control}
          name="priceRange"
          render={({ field }) => (
            <div className="flex flex-col gap-1.5">
              <span aria-hidden className="text-sm font-semibold">
                Price Range
              </span>
              <Segmented
                label="Price Range"
                value={field.value || NOTHING}
                options={PRICE_OPTIONS}
                onValueChange={(value) => field.onChange(value === NOTHING ? '' : value)}
                className="self-start max-sm:w-full"
              />
            </div>
          )}
        />
      </CardSection>
    </Card>
  );
}
