import type { ReactNode } from 'react';
import { useMay } from '../../../lib/session/may.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { addressOf, type SettingsFormApi, type SettingsValues } from '../settings-values.ts';
import { ThemeColorField } from './theme-color-field.tsx';

interface RestaurantSectionProps {
  form: SettingsFormApi;
  values: SettingsValues;
  /** The menu's address, as saved. */
  slug: string;
  isShown: boolean;
  /** Offers to undo a new look. */
  undoOffer: ReactNode;
  /** Asks whether translations of the description are still right. */
  translationsQuestion: ReactNode;
}

/** Who the restaurant is, its color, and where its menu is. */
export function RestaurantSection({
  form,
  values,
  slug,
  isShown,
  undoOffer,
  translationsQuestion,
}: RestaurantSectionProps) {
  const { errors } = form.formState;
  const maySetSlug = useMay('slug.write');
  return (
    <Card>
      <CardSection title="Restaurant Information" description="Shown at the top of your menu.">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormField label="Restaurant Name" error={errors.name?.message} required>
            <Input autoComplete="organization" dir="auto" {...form.register('name')} />
          </FormField>
          <FormField label="Phone Number" error={errors.phone?.message} hint="Guests can call with one tap.">
            <Input type="tel" autoComplete="tel" inputMode="tel" {...form.register('phone')} />
          </FormField>
          <FormField label="Description" error={errors.description?.message} className="sm:col-span-2">
            <Textarea dir="auto" {...form.register('description')} />
          </FormField>
          <div className="empty:hidden sm:col-span-2">{translationsQuestion}</div>
          <FormField label="Address" error={errors.address?.message} className="sm:col-span-2">
            <Input autoComplete="street-address" dir="auto" {...form.register('address')} />
          </FormField>
        </div>
      </CardSection>
      <CardSection title="Branding" description="Your color, and where guests find your menu.">
        {/* The field is in the look, too. */}
        {isShown && <ThemeColorField form={form} value={values.themeColor} />}
        {undoOffer}
        {maySetSlug && (
          <FormField
            label="Menu URL"
            error={errors.slug?.message}
            hint="Where guests find your menu. Your QR code leads here."
            required
          >
            <Input prefix="/menu/" {...VERBATIM} {...form.register('slug')} />
          </FormField>
        )}
        <CopyField label="Menu link" value={addressOf(slug)} />
      </CardSection>
    </Card>
  );
}
