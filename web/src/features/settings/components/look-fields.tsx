import '../../../ui/look-fonts.css';
import '../../../ui/look.css';
import {
  FONT_PAIRS,
  type FontPair,
  LAYOUTS,
  type Layout,
  TEMPLATE_OWN,
  TEMPLATES,
  type Template,
} from '@tavola/contracts/rules/look.ts';
import { Check } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { FormCheckbox } from '../../../lib/forms/form-checkbox.tsx';
import { menuStyle } from '../../../lib/menu/menu-theme.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { SettingsFormApi, SettingsValues } from '../settings-values.ts';

export const TEMPLATE_WORDS: Readonly<Record<Template, string>> = {
  trattoria: 'Trattoria',
  bistrot: 'Bistro',
  counter: 'Counter',
  cafe: 'Café',
  fine: 'Fine Dining',
};

const FONT_WORDS: Readonly<Record<FontPair, string>> = {
  classic: 'Fraunces & Figtree',
  garamond: 'EB Garamond',
  elegant: 'Cormorant & Jost',
  editorial: 'Playfair Display & Source Sans',
  grotesque: 'Bricolage Grotesque & Figtree',
  rounded: 'Nunito',
};

const LAYOUT_WORDS: Readonly<Record<Layout, string>> = {
  columns: 'Two columns',
  list: 'One column',
  cards: 'Cards with pictures',
};

/** A choice of fonts in words; '' is the template's own. */
export const fontsInWords = (name: FontPair | '') => (name ? FONT_WORDS[name] : 'Template default');
/** A choice of layout in words; '' is the template's own. */
export const layoutInWords = (name: Layout | '') => (name ? LAYOUT_WORDS[name] : 'Template default');

/** Radix reserves '' for "nothing chosen". */
const OWN = 'own';
const TEMPLATE_DEFAULT = { value: OWN, label: fontsInWords('') };
const FONTS = [TEMPLATE_DEFAULT, ...FONT_PAIRS.map((name) => ({ value: name, label: FONT_WORDS[name] }))];
const LAYOUT_OPTIONS = [TEMPLATE_DEFAULT, ...LAYOUTS.map((name) => ({ value: name, label: LAYOUT_WORDS[name] }))];

interface LookFieldsProps {
  form: SettingsFormApi;
  values: SettingsValues;
}

/** How the menu looks: template, fonts, layout and the strip of favorites. */
export function LookFields({ form, values }: LookFieldsProps) {
  const { errors } = form.formState;
  const own = TEMPLATE_OWN[values.template];
  const choices = [
    { name: 'fonts', label: 'Fonts', options: FONTS, ofTemplate: FONT_WORDS[own.fonts] },
    { name: 'layout', label: 'Layout', options: LAYOUT_OPTIONS, ofTemplate: LAYOUT_WORDS[own.layout] },
  ] as const;
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-semibold">Template</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {TEMPLATES.map((template) => (
            <label
              key={template}
              className="group relative flex cursor-pointer flex-col overflow-hidden rounded-control border border-line-control bg-surface has-checked:border-brand has-checked:ring-2 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input type="radio" value={template} className="sr-only" {...form.register('template')} />
              <Picture template={template} color={values.themeColor} name={values.name || 'Your restaurant'} />
              <span className="flex min-h-11 items-center justify-between gap-2 border-t border-line px-3 text-sm font-semibold">
                {TEMPLATE_WORDS[template]}
                <Check aria-hidden className="hidden size-4 text-brand-ink group-has-checked:block" />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {choices.map(({ name, label, options, ofTemplate }) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <FormField label={label} error={errors[name]?.message} hint={field.value ? undefined : ofTemplate}>
                <Select
                  options={options}
                  value={field.value || OWN}
                  onValueChange={(value) => field.onChange(value === OWN ? '' : value)}
                  onBlur={field.onBlur}
                />
              </FormField>
            )}
          />
        ))}
      </div>
      <FormCheckbox
        control={form.control}
        name="favorites"
        label="House Favorites"
        description="Up to six popular dishes in a strip on top. Mark dishes as Popular to fill it."
      />
    </>
  );
}

const DISHES = [
  { name: 'Tomato soup', price: '9' },
  { name: 'Roast chicken', price: '21' },
];

/** The beginning of a menu in a template, at half its size, in the restaurant's color and under its name. */
function Picture({ template, color, name }: { template: Template; color: string; name: string }) {
  const { fonts } = TEMPLATE_OWN[template];
  return (
    <span aria-hidden className="block h-34 overflow-hidden">
      <span
        data-template={template === 'trattoria' ? undefined : template}
        data-fonts={fonts}
        style={menuStyle(color, template)}
        className="menu-colors block h-68 w-[200%] origin-top-left scale-50 bg-paper text-ink rtl:origin-top-right"
      >
        <span className="relative z-1 block bg-(--menu-hero) text-(--menu-on-hero)">
          <span className="menu-head flex flex-col px-5 pt-4 pb-3">
            <span dir="auto" className="look-name display w-full truncate text-xl">
              {name}
            </span>
          </span>
          <span className="menu-edge tablecloth block h-2.5" />
        </span>
        <span className="block px-5 pt-6">
          <span className="section-head flex flex-col gap-1">
            <span className="display text-2xl">Starters</span>
            <span className="menu-rule mt-2 block text-(--menu-accent)" />
          </span>
          <span className="menu-list block">
            {DISHES.map((dish) => (
              <span key={dish.name} className="dish block border-b border-line py-4">
                <span className="dish-line flex items-baseline gap-x-4">
                  <span className="dish-name flex-1 truncate font-semibold">{dish.name}</span>
                  <span className="dish-price ms-auto font-bold">
                    <span>{dish.price}</span>
                  </span>
                </span>
              </span>
            ))}
          </span>
        </span>
      </span>
    </span>
  );
}
