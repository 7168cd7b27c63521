import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { Place, SignedInUser, Tenant } from '@tavola/contracts/auth.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { placeInput } from '@tavola/contracts/team.ts';
import { useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyServerErrors, useKeptDraft, withFormDisabled } from '../../../lib/forms/forms.ts';
import { NameAndUrlFields } from '../../../lib/forms/name-and-url-fields.tsx';
import { leaveUnasked, useUnsavedChanges } from '../../../lib/forms/unsaved-changes.ts';
import { toastFailure, toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { keepPasted } from '../../../lib/menu/pasted-menu.ts';
import { menuFile } from '../../../lib/menu-table/menu-file.ts';
import { currencyGroups, deviceCurrency } from '../../../lib/money/currency-options.ts';
import { callsAt } from '../../../lib/session/calls-at.ts';
import { placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { confirmUnsentDelay } from '../../../lib/session/unsent-changes.ts';
import { useSwitch } from '../../../lib/session/use-switch.ts';
import { deviceTimeZone, timeZoneGroups } from '../../../lib/times/time-zones.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddPlace } from '../api.ts';

/** The screen Add a Location: a further restaurant of the user, empty or with the menu of another. */
export function NewPlacePage() {
  const { user } = useCurrentUser();
  const isFirst = placesOf(user).length === 0;
  const title = isFirst ? 'Add a Restaurant' : 'Add a Location';
  useDocumentTitle(title);
  const tenant = useTenant(user?.tenantId !== null);
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={title}
        description={
          isFirst
            ? 'With a menu, prices and codes of its own.'
            : 'A second address, a food truck, a summer patio: with its own menu, prices and codes, in this account.'
        }
      />
      {renderForm()}
    </div>
  );

  function renderForm() {
    if (!user) return null;
    if (!may(user, 'restaurant.own')) return <OwnersOnly user={user} />;
    if (placesOf(user).length >= QUOTAS.restaurants.most) {
      return <Alert tone="info">{QUOTAS.restaurants.message}</Alert>;
    }
    if (user.tenantId !== null && hasFailed(tenant)) {
      return <LoadErrorCard title="Couldn't load your restaurant" query={tenant} />;
    }
    if (user.tenantId !== null && !tenant.data) return <Skeleton className="h-96 rounded-card" />;
    return <NewPlaceForm user={user} tenant={tenant.data} />;
  }
}

/** Leads to the restaurants where the user is an owner: one adds others from there. */
function OwnersOnly({ user }: { user: SignedInUser }) {
  const enter = useSwitch();
  const own = placesOf(user).filter(({ isOpen, role }) => isOpen && role === 'owner');
  const open = async ({ id, name }: Place) => {
    if (!(await confirmUnsentDelay())) return;
    enter.mutate(id, {
      onError: (error) => toastInServersWords(error, `${name} didn't open`, 'Please try again.'),
    });
  };
  return (
    <Alert
      tone="info"
      title="Only owners can add a location."
      action={
        own.length > 0 && (
          <div className="flex max-w-full flex-wrap gap-2">
            {own.map((place) => (
              <Button
                key={place.id}
                variant="secondary"
                size="sm"
                className="max-w-full"
                busy={enter.isPending && enter.variables === place.id}
                onClick={() => void open(place)}
              >
                <span className="min-w-0 truncate">
                  Open <bdi>{place.name}</bdi>
                </span>
              </Button>
            ))}
          </div>
        )
      }
    >
      {own.length > 0
        ? "You're not an owner of this restaurant. Open one that you own to add another."
        : "You don't own a restaurant with this account. To start one, sign up with another email address."}
    </Alert>
  );
}

/** In place of a restaurant's id: the new one begins without a menu. */
const EMPTY = 'empty';

const schema = placeInput.extend({ start: z.string() });

function NewPlaceForm({ user, tenant }: { user: SignedInUser; tenant: Tenant | undefined }) {
  const [, navigate] = useLocation();
  const formId = useId();
  const client = useQueryClient();
  const add = useAddPlace();
  const enter = useSwitch();
  const [step, setStep] = useState<string>();
  const [defaults] = useState(() => ({
    name: '',
    slug: '',
    currency: tenant ? (tenant.currency ?? DEFAULT_CURRENCY) : deviceCurrency(),
    timeZone: tenant?.timeZone ?? deviceTimeZone() ?? 'UTC',
    start: EMPTY,
  }));
  // Computed once, so that the lists do not change while the user chooses.
  const [currencies] = useState(() => currencyGroups(defaults.currency));
  const [timeZones] = useState(() => timeZoneGroups(defaults.timeZone));
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  const unsaved = useUnsavedChanges(isDirty);
  const restored = useKeptDraft(form, 'new-place');
  const [name, slug, start] = useWatch({ control: form.control, name: ['name', 'slug', 'start'] });
  const sources = placesOf(user).filter((place) => place.isOpen && may({ ...place, mayDeclare: false }, 'menu.write'));

  const addAndOpen = async ({ start: from, currency, ...input }: z.output<typeof schema>) => {
    const source = sources.find(({ id }) => id === from);
    let file: File | undefined;
    try {
      // First, so that nothing is added where it can't be read.
      setStep('Reading the menu…');
      file = source && (await menuFile(callsAt(client, source.id), source.name));
    } catch (error) {
      toastFailure(error, 'Location not added', `The menu of ${source?.name} couldn't be read. Please try again.`);
      return;
    }
    let added: Place;
    try {
      setStep('Adding…');
      // Restaurants are in US dollars until they say otherwise.
      added = await add.mutateAsync({ ...input, ...(currency !== DEFAULT_CURRENCY && { currency }) });
    } catch (error) {
      applyServerErrors(form, error, { 'slug-taken': 'slug' });
      toastInServersWords(error, 'Location not added', 'Please check your information and try again.');
      return;
    }
    leaveUnasked(unsaved);
    try {
      await enter.mutateAsync(added.id);
    } catch (error) {
      toastFailure(error, `${added.name} was added, but didn't open`, 'Choose it at the top of the page.');
      navigate('/dashboard');
      return;
    }
    if (file) keepPasted({ text: '', files: [file] });
    navigate(file ? '/dashboard/import' : '/dashboard');
    toast({
      title: `${added.name} added`,
      description: file
        ? `Check the menu of ${source?.name} below. Guests see nothing until you save it.`
        : source
          ? `${source.name} has no dishes yet, so your new menu is empty.`
          : 'You can add its menu now.',
    });
  };

  const submit = form.handleSubmit(async (values) => {
    if (!(await confirmUnsentDelay())) return;
    await withFormDisabled(formId, () => addAndOpen(values));
    setStep(undefined);
  });

  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
      {restored && <RestoredNotice />}
      <Card>
        <CardSection>
          <div className="flex flex-col gap-5">
            <NameAndUrlFields
              name={{
                value: name,
                error: errors.name?.message,
                autoComplete: 'off',
                register: (options) => form.register('name', options),
              }}
              slug={{
                value: slug,
                error: errors.slug?.message,
                register: (options) => form.register('slug', options),
                set: (next) => form.setValue('slug', next, { shouldValidate: isSubmitted, shouldDirty: true }),
              }}
              menu="this menu"
              example="your-location"
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <FormField label="Currency" error={errors.currency?.message}>
                <GroupedSelect groups={currencies} {...form.register('currency')} />
              </FormField>
              <FormField label="Time Zone" error={errors.timeZone?.message}>
                <GroupedSelect groups={timeZones} {...form.register('timeZone')} />
              </FormField>
            </div>
            {sources.length > 0 && (
              <Controller
                control={form.control}
                name="start"
                render={({ field }) => (
                  <FormField
                    label="Start With"
                    hint={
                      start !== EMPTY &&
                      "You'll check every dish before guests see it, with its options, menu times, photos and translations. Allergens are suggested, and count once you declare them. Opening hours and design aren't copied."
                    }
                  >
                    <Select
                      ref={field.ref}
                      value={field.value}
                      onValueChange={field.onChange}
                      onBlur={field.onBlur}
                      options={[
                        { value: EMPTY, label: 'An empty menu' },
                        ...sources.map((place) => ({ value: place.id, label: `The menu of ${place.name}` })),
                      ]}
                    />
                  </FormField>
                )}
              />
            )}
          </div>
        </CardSection>
      </Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" size="lg" busy={step !== undefined} className="max-sm:w-full">
          {step ?? 'Add and Open'}
        </Button>
        {user.tenantId !== null && (
          <p className="text-sm text-ink-muted">Your other restaurants stay. You switch between them at the top.</p>
        )}
      </div>
    </form>
  );
}
