import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { PictureField } from '../../../lib/pictures/picture-field.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import type { SettingsFormApi, SettingsValues } from '../settings-values.ts';
import { LookFields } from './look-fields.tsx';
import { ThemeColorField } from './theme-color-field.tsx';

/** A cover is wide, about as the header on a laptop; on phones its sides are cut off. */
const COVER_CROP = { aspect: 3 };
const LOGO_CROP = { aspect: 1, isRound: true };

interface LookSectionProps {
  form: SettingsFormApi;
  values: SettingsValues;
  isShown: boolean;
  /** Offers to undo a new look. */
  undoOffer: ReactNode;
  /** The preview where the screen has no room beside the form: it stays in view above the fields. */
  preview: ReactNode;
  onUploading: (name: 'cover' | 'logo', isUploading: boolean) => void;
  /** Has a picture deleted for good with the next save. */
  onDelete: (address: string) => void;
}

/** How the menu looks: color, template, fonts, layout and pictures. */
export function LookSection({ form, values, isShown, undoOffer, preview, onUploading, onDelete }: LookSectionProps) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      {preview && (
        <div className="sticky top-16 z-10 -mx-4 border-b border-line bg-paper px-4 py-3 sm:-mx-8 sm:px-8 low:static">
          {preview}
        </div>
      )}
      {/* What has focus is not behind the preview. */}
      <Card className={preview ? '[&_:is(a,button,input)]:scroll-mt-(--look-top)!' : undefined}>
        <CardSection>
          {/* The field is with the restaurant, too. */}
          {isShown && <ThemeColorField form={form} value={values.themeColor} />}
          <LookFields form={form} values={values} />
          {undoOffer}
        </CardSection>
        <CardSection title="Pictures">
          <Controller
            control={form.control}
            name="cover"
            render={({ field }) => (
              <PictureField
                label="Cover Photo"
                crop={COVER_CROP}
                hint="Shown behind your name, darkened so that the text stays readable."
                value={field.value}
                onChange={field.onChange}
                onUploading={(isUploading) => onUploading('cover', isUploading)}
                onDelete={onDelete}
              />
            )}
          />
          <PictureField
            label="Logo"
            crop={LOGO_CROP}
            value={values.logo ?? ''}
            onChange={(address) => form.setValue('logo', address, { shouldDirty: true, shouldValidate: true })}
            onUploading={(isUploading) => onUploading('logo', isUploading)}
            onDelete={onDelete}
          >
            <FormField
              label="Logo URL"
              error={errors.logo?.message}
              hint="A square image works best. Without one, guests see the first letter of your name."
              optional
            >
              <Input type="url" inputMode="url" {...VERBATIM} placeholder="https://" {...form.register('logo')} />
            </FormField>
          </PictureField>
        </CardSection>
      </Card>
    </div>
  );
}
