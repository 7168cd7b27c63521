import type { Ref } from 'react';
import { useId, useState } from 'react';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { localText, readUntil } from './sold-out-until.ts';
import { deviceTimeZone, placeName } from './time-zones.ts';

interface OwnTimeFieldProps {
  /** The restaurant's time zone. */
  zone: string;
  /** A local time there, as in '2026-12-24T22:00'; anything else shows as empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A field for when something is available again. It says whose clock counts where the device has another one. */
export function OwnTimeField({ zone, value, onChange, onBlur, error, ref }: OwnTimeFieldProps) {
  return (
    <FormField
      label="Date and time"
      error={error}
      hint={deviceTimeZone() !== zone && `In your restaurant's time zone (${placeName(zone)}).`}
    >
      <Input
        ref={ref}
        type="datetime-local"
        min={localText(Date.now(), zone)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </FormField>
  );
}

interface OwnTimeDialogProps {
  open: boolean;
  /** What is sold out. */
  name: string;
  zone: string;
  /** What the field begins with, in Unix time in milliseconds. */
  initial: number;
  onClose: () => void;
  /** Receives the time in ISO 8601. */
  onChoose: (until: string) => void;
}

/** Asks until when something is sold out. Give it a new `key` each time it opens. */
export function OwnTimeDialog({ open, name, zone, initial, onClose, onChoose }: OwnTimeDialogProps) {
  const formId = useId();
  const [text, setText] = useState(() => localText(initial, zone));
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      dialog={{ open, busy: false, formId, restored: false, cancel: onClose }}
      title="Out of Stock until"
      description={
        <bdi dir="auto" className="wrap-anywhere">
          {name}
        </bdi>
      }
      size="sm"
      submitLabel="Set Time"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readUntil(text, zone);
        if ('error' in read) {
          setError(read.error);
          event.currentTarget.querySelector('input')?.focus();
          return;
        }
        onChoose(read.until);
        onClose();
      }}
    >
      <OwnTimeField
        zone={zone}
        value={text}
        onChange={(next) => {
          setText(next);
          setError(undefined);
        }}
        error={error}
      />
    </FormDialog>
  );
}
