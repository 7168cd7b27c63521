import { zodResolver } from '@hookform/resolvers/zod';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { RENAME_DAYS, RENAMES_MAX, UNVISITED_SLUG_DAYS } from '@tavola/contracts/product.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { SCHEME_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { applyServerErrors, useKeptDraft } from '../../../lib/forms/forms.ts';
import { useKeepsTexts } from '../../../lib/forms/keeps-texts.tsx';
import { useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { currencyName } from '../../../lib/money/currency-options.ts';
import { ownMoney } from '../../../lib/money/own-money.ts';
import { usePictureDeletion } from '../../../lib/pictures/picture-deletion.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { cn } from '../../../ui/cn.ts';
import { confirm } from '../../../ui/confirm.ts';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveTenant } from '../api.ts';
import { type FormSection, formSectionAt, hrefOfSection, labelOfSection } from '../sections.ts';
import {
  addressOf,
  chosenLook,
  LINK_WORDS,
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
import { AllergensSection } from './allergens-section.tsx';
import { LinksSection } from './links-section.tsx';
import { fontsInWords, layoutInWords, TEMPLATE_WORDS } from './look-fields.tsx';
import { LookSection } from './look-section.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { PricesSection, TAX_WORDS } from './prices-section.tsx';
import { RestaurantSection } from './restaurant-section.tsx';
import { TimeZoneSection } from './time-zone-section.tsx';

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
  ...LINK_WORDS,
  wifiName: 'Wi-Fi Name',
  wifiPassword: 'Wi-Fi Password',
  cuisine: 'Cuisine',
  allergenScheme: 'Allergens',
  priceRange: 'Price Range',
};

/** The section of each field, in the order of the fields on the screen. The theme color is in the look, too. */
const SECTION_OF: Readonly<Record<keyof SettingsValues, FormSection>> = {
  name: 'restaurant',
  phone: 'restaurant',
  description: 'restaurant',
  address: 'restaurant',
  themeColor: 'restaurant',
  slug: 'restaurant',
  template: 'look',
  fonts: 'look',
  layout: 'look',
  favorites: 'look',
  cover: 'look',
  logo: 'look',
  timeZone: 'hours',
  currency: 'prices',
  pricesIncludeTax: 'prices',
  taxNote: 'prices',
  serviceNote: 'prices',
  tipNote: 'prices',
  allergenScheme: 'allergens',
  reservations: 'links',
  website: 'links',
  review: 'links',
  instagram: 'links',
  facebook: 'links',
  tiktok: 'links',
  whatsapp: 'links',
  wifiName: 'links',
  wifiPassword: 'links',
  cuisine: 'links',
  priceRange: 'links',
};
const FIELDS = Object.keys(SECTION_OF) as (keyof SettingsValues)[];

const isIn = (field: keyof SettingsValues, section: FormSection): boolean =>
  SECTION_OF[field] === section || (field === 'themeColor' && section === 'look');

const FORM_ID = 'settings';

/** Whether two states of the restaurant give the form the same values. */
const isSameForm = (one: Tenant, other: Tenant): boolean =>
  JSON.stringify(settingsValues(one)) === JSON.stringify(settingsValues(other));

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
  /** The section that shows. All of them are one form, so changes stay while the user goes from one to another. */
  section: FormSection;
  /** The section's content that is saved by itself. */
  children: ReactNode;
  /** Further content beside the form. */
  aside: ReactNode;
}

/** The form for the restaurant's information, look, time zone and prices, with a menu preview. */
export function SettingsForm({ tenant, section, children, aside }: SettingsFormProps) {
  const [, navigate] = useLocation();
  const save = useSaveTenant();
  const form = useForm<SettingsInput, unknown, SettingsOutput>({
    resolver: zodResolver(settingsFormOf(tenant)),
    defaultValues: settingsValues(tenant),
    // Below: the first wrong field may be in another section.
    shouldFocusError: false,
  });
  /** Focuses a field, in its section. */
  const showField: typeof form.setFocus = (field, options) => {
    const name = field as keyof SettingsValues;
    if (!isIn(name, section)) flushSync(() => navigate(hrefOfSection(SECTION_OF[name])));
    form.setFocus(field, options);
  };
  const showFirstError = () => {
    const wrong = FIELDS.filter((name) => form.getFieldState(name).error);
    const first = wrong.find((name) => isIn(name, section)) ?? wrong[0];
    if (first) showField(first);
  };
  const shared = useOptimisticLock({ ...form, setFocus: showField }, tenant, settingsValues);
  const { isDirty } = form.formState;
  const typed = shared.typed();
  const changedTexts = (Object.keys(TEXT_FIELDS) as TextField[]).filter((text) => typed.includes(TEXT_FIELDS[text]));
  const translations = useKeepsTexts({
    path: '/api/tenant/translations',
    isAny: changedTexts.length > 0,
    has: ({ field }) => changedTexts.includes(field as TextField),
  });
  // Every field is registered from the start, as a string.
  const values = useWatch({ control: form.control }) as SettingsValues;
  // The preview is beside the form on wide screens, else above the look's fields.
  const besides = useMediaQuery('(min-width: 80rem)');
  const [uploading, setUploading] = useState({ cover: false, logo: false });
  const isUploading = uploading.cover || uploading.logo;
  /** The look before the latest save, if that changed it. */
  const [earlier, setEarlier] = useState<SettingsValues>();
  const isChanged = isDirty || isUploading || save.isPending;
  const lastEdited = useRef<HTMLElement>(null);
  const wasChanged = useRef(false);
  useUnsavedChanges(isDirty || isUploading, (pathname) => formSectionAt(pathname) !== undefined);
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
    const edited = lastEdited.current?.closest('[hidden]') ? null : lastEdited.current;
    const field = window.matchMedia('(pointer: fine)').matches ? edited : null;
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
      if (applyServerErrors(form, error, {}, RENAMED_FIELDS)) showFirstError();
      toastFailure(error, 'Update failed', 'Failed to update settings. Please try again.');
      return;
    }
    const before = settingsValues(base);
    // A picture that is deleted now does not come back.
    if (deletion.isMarked(before.cover)) before.cover = sent.cover;
    void deletion.finish([saved.logo, saved.look?.cover]);
    shared.goOnFrom(saved, sent);
    setEarlier(
      UNDONE_FIELDS.some((name) => changed.includes(name) && before[name] !== sent[name]) ? before : undefined,
    );
    toast({ title: 'Settings updated', description: 'Your restaurant settings have been saved successfully.' });
  }, showFirstError);

  const undo = (look: SettingsValues) => {
    for (const name of UNDONE_FIELDS) form.setValue(name, look[name], { shouldDirty: true });
    void submit();
  };

  const money = ownMoney({ currency: values.currency, languages: tenant.languages });
  const name = values.name || 'Your restaurant';
  const draft = { tenant: { ...values, name, look: chosenLook(values) }, money };
  const isPreviewed = section !== 'printing' && section !== 'allergens';
  const changedHere = typed.filter((field) => isIn(field, section));
  const changedSections = new Set(typed.map((field) => SECTION_OF[field]));
  const [elsewhere] = changedHere.length > 0 || changedSections.size > 1 || isUploading ? [] : changedSections;
  const undoOffer = earlier && !isChanged && (
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
  );

  return (
    <div
      className={cn(
        'grid grid-cols-1 items-start gap-6',
        isPreviewed ? 'xl:grid-cols-[minmax(0,1fr)_22rem]' : 'max-w-3xl',
      )}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <form
          id={FORM_ID}
          noValidate
          onSubmit={submit}
          onChange={({ target }) => {
            lastEdited.current = target as HTMLElement;
          }}
          className="flex min-w-0 flex-col gap-6 not-has-[>:not([hidden])]:hidden"
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
                allergenScheme: (name) => SCHEME_NAMES[name],
              })}
              busy={save.isPending}
              onTakeTheirs={shared.takeTheirs}
              onKeepMine={() => void shared.keepMine().then(() => submit())}
            />
          )}
          {/* Hidden sections stay, with their errors and with uploads on their way. */}
          <div hidden={section !== 'restaurant'}>
            <RestaurantSection
              form={form}
              values={values}
              slug={tenant.slug}
              isShown={section === 'restaurant'}
              undoOffer={undoOffer}
              translationsQuestion={typed.includes('description') && translations.checkbox}
            />
          </div>
          <div hidden={section !== 'look'}>
            <LookSection
              form={form}
              values={values}
              isShown={section === 'look'}
              undoOffer={undoOffer}
              preview={!besides && section === 'look' && <MenuPreview slug={tenant.slug} draft={draft} isSmall />}
              onUploading={(name, isUploading) => setUploading((before) => ({ ...before, [name]: isUploading }))}
              onDelete={deletion.mark}
            />
          </div>
          <div hidden={section !== 'hours'}>
            <TimeZoneSection form={form} timeZone={tenant.timeZone} />
          </div>
          <div hidden={section !== 'prices'}>
            <PricesSection
              form={form}
              values={values}
              money={money}
              end={changedTexts.some((text) => text !== 'description') && translations.checkbox}
            />
          </div>
          <div hidden={section !== 'allergens'}>
            <AllergensSection form={form} values={values} />
          </div>
          <div hidden={section !== 'links'}>
            <LinksSection form={form} />
          </div>
        </form>
        {children}
        {isChanged && (
          // Stays in view while the form scrolls, above a phone's bottom bar.
          <div className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 flex animate-fade-in items-center justify-between gap-3 rounded-full border border-line bg-surface py-2 ps-5 pe-2 shadow-float">
            <p className="min-w-0 text-sm text-ink-muted">
              Unsaved changes{elsewhere && ` in ${labelOfSection(elsewhere)}`}
            </p>
            <div className="flex gap-1">
              {!save.isPending && (
                // The refusal of a stale save delivered the current state, so `tenant` is at least that new.
                <Button variant="ghost" onClick={() => shared.discardFor(tenant)}>
                  Discard
                </Button>
              )}
              <Button type="submit" form={FORM_ID} busy={save.isPending || isUploading}>
                {save.isPending ? 'Saving...' : isUploading ? 'Uploading…' : 'Save Changes'}
              </Button>
            </div>
          </div>
        )}
      </div>
      {((isPreviewed && besides) || aside) && (
        <aside className="flex flex-col gap-6 xl:sticky xl:top-24">
          {isPreviewed && besides && (
            <section className="flex flex-col gap-3">
              <h2 className="display text-xl">Live preview</h2>
              <MenuPreview slug={tenant.slug} draft={draft} />
            </section>
          )}
          {aside}
        </aside>
      )}
    </div>
  );
}
