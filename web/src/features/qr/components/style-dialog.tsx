import { zodResolver } from '@hookform/resolvers/zod';
import { CAPTION_MAX_LENGTH, type CodeStyle, type StyleInput, styleInput } from '@tavola/contracts/qr.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { ColorPicker } from '../../../ui/color-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveStyle } from '../api.ts';
import { LogoField } from './logo-field.tsx';
import { StylePreview } from './style-preview.tsx';
import { PrintedCard } from './table-tent.tsx';

type Values = z.input<typeof styleInput>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  foreground: 'Code color',
  background: 'Background color',
  logo: 'Logo',
  caption: 'Caption',
};

const toValues = (style: CodeStyle) => ({ ...style, caption: style.caption ?? '' });

interface StyleDialogProps {
  open: boolean;
  style: CodeStyle;
  /** The main code's current image, if loaded. */
  printed: string | undefined;
  onClose: () => void;
}

/** Edits the style of all codes. Give it a new `key` each time it opens. */
export function StyleDialog({ open, style, printed, onClose }: StyleDialogProps) {
  const save = useSaveStyle();
  const tenant = useTenant().data;
  const menuLogo = pictureAt(tenant?.logo ?? '');
  const form = useForm<Values, unknown, StyleInput>({
    resolver: zodResolver(styleInput),
    defaultValues: toValues(style),
  });
  const shared = useOptimisticLock(form, style, toValues);
  const { errors, isDirty } = form.formState;
  const values = useWatch({ control: form.control });
  const isPrinted = printed !== undefined && !isDirty;
  const dialog = useFormDialog(form, { open, busy: save.isPending, draft: 'code-style', about: shared, onClose });

  const submit = form.handleSubmit(async (input) => {
    // Send only edited fields, so that a new caption does not send the logo again.
    const typed = shared.typed();
    const change = Object.fromEntries(typed.map((field) => [field, input[field]])) as StyleInput;
    try {
      if (typed.length > 0)
        await withFormDisabled(dialog.formId, () => save.mutateAsync({ input: change, tag: shared.tag }));
    } catch (error) {
      if (shared.isStale(error)) return;
      applyServerErrors(form, error);
      toastInServersWords(error, 'Update failed', 'Failed to save the style. Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: 'Style saved', description: 'New prints will look like this.' });
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void dialog.cancel()}
      title="QR Code Style"
      description="Applies to new prints. Existing codes keep working."
      size="lg"
      footer={
        <>
          <p
            role="status"
            className="my-auto text-sm text-ink-muted empty:hidden max-sm:order-last max-sm:text-center sm:me-auto"
          >
            {save.isPending && 'Checking that phones can read it…'}
          </p>
          <Button variant="secondary" disabled={save.isPending} onClick={() => void dialog.cancel()}>
            Cancel
          </Button>
          <Button type="submit" form={dialog.formId} busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Style'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-7 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <form
          id={dialog.formId}
          noValidate
          onSubmit={submit}
          className="flex min-w-0 flex-col gap-5 max-sm:[&_:is(button,input)]:scroll-mt-44 max-sm:[&_:is(button,input)]:scroll-mb-16"
        >
          {dialog.restored && <RestoredNotice />}
          {shared.stale && (
            <ChangedMeanwhile
              key={shared.stale.refusals}
              className="max-sm:scroll-mt-44"
              changes={changesInWords(shared.stale.changes, LABELS, { logo: () => 'An image' })}
              busy={save.isPending}
              onTakeTheirs={shared.takeTheirs}
              onKeepMine={() => void shared.keepMine().then(() => submit())}
            />
          )}
          <div className="grid grid-cols-1 gap-5 min-[26rem]:grid-cols-2">
            {(['foreground', 'background'] as const).map((field) => (
              <Controller
                key={field}
                control={form.control}
                name={field}
                render={({ field: { value, onChange, onBlur, ref } }) => (
                  <FormField
                    label={field === 'foreground' ? 'Code color' : 'Background color'}
                    error={errors[field]?.message}
                    hint={field === 'foreground' ? 'Dark works best.' : 'Light works best.'}
                  >
                    <ColorPicker ref={ref} value={value ?? '#000000'} onChange={onChange} onBlur={onBlur} />
                  </FormField>
                )}
              />
            ))}
          </div>
          <Controller
            control={form.control}
            name="logo"
            render={({ field }) => (
              <FormField
                label="Logo"
                error={errors.logo?.message}
                hint="Shown in the center. PNG or JPEG, up to 200 KB. Square works best."
                optional
              >
                <LogoField
                  ref={field.ref}
                  value={field.value ?? null}
                  onChange={(logo) => {
                    form.clearErrors('logo');
                    field.onChange(logo);
                  }}
                  onMenu={menuLogo}
                  onRefuse={(message) => form.setError('logo', { type: 'file', message })}
                />
              </FormField>
            )}
          />
          <FormField
            label="Caption"
            error={errors.caption?.message}
            hint={`Printed under every code, such as “Scan for our menu”. Up to ${CAPTION_MAX_LENGTH} characters.`}
            optional
          >
            <Input autoComplete="off" dir="auto" {...form.register('caption')} />
          </FormField>
        </form>
        {/* On a phone it stays in view while the fields scroll beneath it. */}
        <figure className="flex min-w-0 gap-2.5 max-sm:sticky max-sm:-top-1 max-sm:z-10 max-sm:order-first max-sm:-mx-5 max-sm:items-center max-sm:gap-4 max-sm:border-b max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:pb-4 sm:flex-col">
          <PrintedCard
            restaurant={tenant}
            hasCaption={Boolean(values.caption?.trim())}
            className="w-full border border-[#e4dbc9] shadow-card max-sm:w-60 max-sm:shrink-0 max-sm:[zoom:0.5]"
          >
            {isPrinted ? (
              <img src={printed} alt="Your main code as printed" className="w-36" />
            ) : (
              <div className="w-36">
                <StylePreview
                  foreground={values.foreground ?? style.foreground}
                  background={values.background ?? style.background}
                  logo={values.logo ?? null}
                  caption={values.caption ?? null}
                />
              </div>
            )}
          </PrintedCard>
          <figcaption className="text-sm text-ink-muted sm:text-center">
            {isPrinted ? 'A card as it prints' : 'A card as it will print. Not scannable yet.'}
          </figcaption>
        </figure>
      </div>
    </Dialog>
  );
}
