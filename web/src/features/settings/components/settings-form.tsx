import { zodResolver } from '@hookform/resolvers/zod';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { RENAME_DAYS, RENAMES_MAX, UNVISITED_SLUG_DAYS } from '@tavola/contracts/product.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { applyServerErrors, useKeptDraft } from '../../../lib/forms/forms.ts';
import { useKeepsTexts } from '../../../lib/forms/keeps-texts.tsx';
import { useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { currencyName } from '../../../lib/money/currency-options.ts';
import { ownMoney } from '../../../lib/money/own-money.ts';
import { usePictureDeletion } from '../../../lib/pictures/picture-deletion.ts';
import { PictureField } from '../../../lib/pictures/picture-field.tsx';
import { timeZoneGroups } from '../../../lib/times/time-zones.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { ColorPicker } from '../../../ui/color-picker.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveTenant } from '../api.ts';
import {
  chosenLook,
  RENAMED_FIELDS,
  type SettingsInput,
  type SettingsOutput,
  type SettingsValues,
  settingsFormOf,
  settingsInput,
  settingsValues,
  TEXT_FIELDS,
  type TextField,
  UNDONE_FIELDS,
} from '../settings-values.ts';
import { fontsInWords, LookFields, layoutInWords, TEMPLATE_WORDS } from './look-fields.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { PricesCard, TAX_WORDS } from './prices-card.tsx';
import { ThemeSwatches } from './theme-swatches.tsx';

const LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  name: 'Restaurant Name',
  description: 'Description',
  phone: 'Phone Number',
  address: 'Address',
  logo: 'Logo URL',
  themeColor: 'Theme Color',
  slug: 'Menu URL',
  timeZone: 'Time Zone',
  currency: 'Currency',
  pricesIncludeTax: 'Tax',
  taxNote: 'Tax Note',
  serviceNote: 'Service Note',
  tipNote: 'Tip Note',
  template: 'Template',
  fonts: 'Fonts',
  layout: 'Layout',
  favorites: 'House Favorites',
  cover: 'Cover Photo',
};

/** A cover is wide, about as the header on a laptop; on phones its sides are cut off. */
const COVER_CROP = { aspect: 3 };
const LOGO_CROP = { aspect: 1, isRound: true };

/** Whether two states of the restaurant give the form the same values. */
const isSameForm = (one: Tenant, other: Tenant): boolean =>
  JSON.stringify(settingsValues(one)) === JSON.stringify(settingsValues(other));

const addressOf = (slug: string): string => `${window.location.origin}/menu/${slug}`;

/** Confirms a change of the menu's address, because printed addresses stay as they are. */
const mayMove = (from: string, to: string): Promise<boolean> =>
  confirm({
    title: 'Change your menu URL?',
    description: (
      <>
        Guests will find your menu at <Address slug={to} />. Printed QR codes and links to <Address slug={from} /> keep
        working and lead to the new address. If no guest opens an old link within {UNVISITED_SLUG_DAYS} days, another
        restaurant may take the old address. You'll need to reprint anything that spells out the old address. You can
        change the address {RENAMES_MAX} times in {RENAME_DAYS} days.
      </>
    ),
    confirmLabel: 'Change Menu URL',
  });

/** A price as an example of what a new currency does. */
const EXAMPLE_PRICE = 12.5;

/** Confirms a change of currency, because prices stay the same numbers. */
const mayRecoin = ({ name, currency: from, languages }: Tenant, to: string): Promise<boolean> => {
  const shown = (currency: Tenant['currency']) => (
    <bdi dir="ltr" className="font-semibold text-ink">
      {formatMoney(EXAMPLE_PRICE, ownMoney({ currency, languages }))}
    </bdi>
  );
  const { digits } = ownMoney({ currency: to });
  return confirm({
    title: `Change your currency to ${currencyName(to)}?`,
    description: (
      <>
        Only the symbol changes, not the amounts: {shown(from)} becomes {shown(to)}
        {digits === 0 && ', rounded'}. Guests see it right away, so check your prices afterwards.
      </>
    ),
    confirmLabel: 'Change Currency',
    retype: { label: 'Restaurant name', text: name, error: "This doesn't match your restaurant's name." },
  });
};

function Address({ slug }: { slug: string }) {
  return (
    <span dir="ltr" className="font-semibold wrap-anywhere text-ink">
      {addressOf(slug).replace(/^https?:\/\//, '')}
    </span>
  );
}

interface SettingsFormProps {
  tenant: Tenant;
  /** Further content beside the form. */
  aside: ReactNode;
}

/** The form for the restaurant's information and branding, with a menu preview. */
export function SettingsForm({ tenant, aside }: SettingsFormProps) {
  const save = useSaveTenant();
  const form = useForm<SettingsInput, unknown, SettingsOutput>({
    resolver: zodResolver(settingsFormOf(tenant)),
    defaultValues: settingsValues(tenant),
  });
  const shared = useOptimisticLock(form, tenant, settingsValues);
  const { errors, isDirty } = form.formState;
  const typed = shared.typed();
  const changedTexts = (Object.keys(TEXT_FIELDS) as TextField[]).filter((text) => typed.includes(TEXT_FIELDS[text]));
  const translations = useKeepsTexts({
    path: '/api/tenant/translations',
    isAny: changedTexts.length > 0,
    has: ({ field }) => changedTexts.includes(field as TextField),
  });
  // Every field is registered from the start, as a string.
  const values = useWatch({ control: form.control }) as SettingsValues;
  // The preview is beside the form on wide screens, else right under the colors.
  const besides = useMediaQuery('(min-width: 80rem)');
  // Computed once, so that the list does not change while the user chooses.
  const [timeZones] = useState(() => timeZoneGroups(tenant.timeZone));
  const [uploading, setUploading] = useState({ cover: false, logo: false });
  const isUploading = uploading.cover || uploading.logo;
  /** The look before the latest save, if that changed it. */
  const [earlier, setEarlier] = useState<SettingsValues>();
  const isChanged = isDirty || isUploading || save.isPending;
  const lastEdited = useRef<HTMLElement>(null);
  const wasChanged = useRef(false);
  useUnsavedChanges(isDirty || isUploading);
  const restored = useKeptDraft(form, 'settings', shared);
  const follow = useEffectEvent((now: Tenant) => {
    const { base } = shared;
    if (base && !shared.stale && isSameForm(base, now)) shared.beginWith(now);
  });
  // What is saved beside this form, such as the opening hours, is no conflict with what is in it.
  useEffect(() => follow(tenant), [tenant]);

  useLayoutEffect(() => {
    // The bar left with the pressed button. On a touch screen, focus in a field would open the keyboard.
    const hasLeft = wasChanged.current && !isChanged;
    wasChanged.current = isChanged;
    if (!hasLeft || document.activeElement !== document.body) return;
    const field = window.matchMedia('(pointer: fine)').matches ? lastEdited.current : null;
    (field ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, [isChanged]);

  const deletion = usePictureDeletion();
  const submit = form.handleSubmit(async (output) => {
    const base = shared.base ?? tenant;
    const changed = shared.typed();
    const input = settingsInput(output, changed);
    const moves = input.slug !== undefined && input.slug !== base.slug;
    if (moves && !(await mayMove(base.slug, input.slug as string))) return;
    if (input.currency && !(await mayRecoin(base, input.currency))) return;
    const sent = form.getValues();
    let saved: Tenant;
    try {
      const slug = moves ? input.slug : undefined;
      saved = await save.mutateAsync({ input: { ...input, slug, ...translations.sent }, tag: shared.tag });
    } catch (error) {
      if (shared.isStale(error)) return;
      applyServerErrors(form, error, {}, RENAMED_FIELDS);
      toastFailure(error, 'Update failed', 'Failed to update settings. Please try again.');
      return;
    }
    void deletion.finish([saved.logo, saved.look?.cover]);
    shared.goOnFrom(saved, sent);
    setEarlier(UNDONE_FIELDS.some((name) => changed.includes(name)) ? settingsValues(base) : undefined);
    toast({ title: 'Settings updated', description: 'Your restaurant settings have been saved successfully.' });
  });

  const undo = (look: SettingsValues) => {
    for (const name of UNDONE_FIELDS) form.setValue(name, look[name], { shouldDirty: true });
    void submit();
  };

  const money = ownMoney({ currency: values.currency, languages: tenant.languages });
  const name = values.name || 'Your restaurant';
  const preview = (
    <MenuPreview slug={tenant.slug} draft={{ tenant: { ...values, name, look: chosenLook(values) }, money }} />
  );

  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <form
        noValidate
        onSubmit={submit}
        onChange={({ target }) => {
          lastEdited.current = target as HTMLElement;
        }}
        className="flex min-w-0 flex-col gap-6"
      >
        {restored && <RestoredNotice />}
        {shared.stale && (
          <ChangedMeanwhile
            key={shared.stale.refusals}
            changes={changesInWords(shared.stale.changes, LABELS, {
              currency: currencyName,
              pricesIncludeTax: (choice) => TAX_WORDS[choice],
              template: (name) => TEMPLATE_WORDS[name],
              fonts: fontsInWords,
              layout: layoutInWords,
            })}
            busy={save.isPending}
            onTakeTheirs={shared.takeTheirs}
            onKeepMine={() => void shared.keepMine().then(() => submit())}
          />
        )}
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
              {typed.includes('description') && (
                <div className="empty:hidden sm:col-span-2">{translations.checkbox}</div>
              )}
              <FormField label="Address" error={errors.address?.message} className="sm:col-span-2">
                <Input autoComplete="street-address" dir="auto" {...form.register('address')} />
              </FormField>
              <FormField
                label="Time Zone"
                error={errors.timeZone?.message}
                hint="Used for your hours and your analytics."
                className="sm:col-span-2"
              >
                <GroupedSelect groups={timeZones} {...form.register('timeZone')} />
              </FormField>
            </div>
          </CardSection>
          <CardSection
            title="Branding"
            description="Your color, fonts, layout and logo. The preview updates as you choose."
          >
            <div className="flex flex-col gap-4">
              <Controller
                control={form.control}
                name="themeColor"
                render={({ field }) => (
                  <>
                    <FormField label="Theme Color" error={errors.themeColor?.message}>
                      <ColorPicker
                        ref={field.ref}
                        value={values.themeColor}
                        onChange={field.onChange}
                        onBlur={field.onBlur}
                      />
                    </FormField>
                    <ThemeSwatches value={values.themeColor} onChange={field.onChange} />
                  </>
                )}
              />
            </div>
            <LookFields form={form} values={values} />
            {earlier && !isChanged && (
              <Alert
                tone="info"
                action={
                  <Button variant="secondary" size="sm" onClick={() => undo(earlier)}>
                    Undo
                  </Button>
                }
              >
                Guests see your new look now.
              </Alert>
            )}
            {!besides && preview}
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
                  onUploading={(isUploading) => setUploading((before) => ({ ...before, cover: isUploading }))}
                  onDelete={deletion.mark}
                />
              )}
            />
            <PictureField
              label="Logo"
              crop={LOGO_CROP}
              value={values.logo ?? ''}
              onChange={(address) => form.setValue('logo', address, { shouldDirty: true, shouldValidate: true })}
              onUploading={(isUploading) => setUploading((before) => ({ ...before, logo: isUploading }))}
              onDelete={deletion.mark}
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
            <FormField
              label="Menu URL"
              error={errors.slug?.message}
              hint="Where guests find your menu. Your QR code leads here."
              required
            >
              <Input prefix="/menu/" {...VERBATIM} {...form.register('slug')} />
            </FormField>
            <CopyField label="Menu link" value={addressOf(tenant.slug)} />
          </CardSection>
        </Card>
        <Card>
          <PricesCard
            form={form}
            values={values}
            money={money}
            end={!typed.includes('description') && translations.checkbox}
          />
        </Card>
        {isChanged && (
          // Stays in view while the form scrolls, above a phone's bottom bar.
          <div
            data-sticky-bar
            className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 flex animate-fade-in items-center justify-between gap-3 rounded-full border border-line bg-surface py-2 ps-5 pe-2 shadow-float"
          >
            <p className="min-w-0 text-sm text-ink-muted">Unsaved changes</p>
            <div className="flex gap-1">
              {!save.isPending && (
                // The refusal of a stale save delivered the current state, so `tenant` is at least that new.
                <Button variant="ghost" onClick={() => shared.discardFor(tenant)}>
                  Discard
                </Button>
              )}
              <Button type="submit" busy={save.isPending || isUploading}>
                {save.isPending ? 'Saving...' : isUploading ? 'Uploading…' : 'Save Changes'}
              </Button>
            </div>
          </div>
        )}
      </form>
      <aside className="flex flex-col gap-6 xl:sticky xl:top-24">
        {besides && (
          <section className="flex flex-col gap-3">
            <h2 className="display text-xl">Live preview</h2>
            {preview}
          </section>
        )}
        {aside}
      </aside>
    </div>
  );
}
