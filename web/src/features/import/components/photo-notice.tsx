import { useAssistant } from '../../../lib/menu/assistant.ts';
import { AssistantRefusal } from '../../../lib/menu/assistant-refusal.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { PHOTO_LANGUAGES } from '../photo/photo-languages.ts';

interface PhotoNoticeProps {
  isReading: boolean;
  /** Whether the AI read the photos. */
  byAi: boolean;
  /** Whether they were sent to it, even if it read nothing. */
  isSent: boolean;
  /** The chosen language; undefined for those of the restaurant and of the browser. */
  language: string | undefined;
  onLanguage: (language: string | undefined) => void;
  onReadByAi: () => void;
}

const AUTOMATIC = 'automatic';
const names = new Intl.DisplayNames('en', { type: 'language' });
const LANGUAGES = [
  { value: AUTOMATIC, label: 'Your languages' },
  ...PHOTO_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    a.label.localeCompare(b.label),
  ),
];

/** Says where photos were read, and offers to read them again: in another language, or with the AI if one is set up. */
export function PhotoNotice({ isReading, byAi, isSent, language, onLanguage, onReadByAi }: PhotoNoticeProps) {
  const { isOn: hasAssistant, refusal } = useAssistant();
  return (
    <section aria-label="Photo" className="flex flex-wrap items-end gap-2.5">
      <p className="basis-full text-sm text-ink-muted">
        {byAi ? 'Read with AI.' : 'Read on this device.'}{' '}
        {isSent ? 'Your photo was sent to the AI.' : "Your photo wasn't sent anywhere."}
      </p>
      <FormField label="Language of the photo" className="min-w-48">
        <Select
          options={LANGUAGES}
          value={language ?? AUTOMATIC}
          // Disabled, it would lose the focus for as long as the photo is read.
          onValueChange={(value) => !isReading && onLanguage(value === AUTOMATIC ? undefined : value)}
        />
      </FormField>
      {hasAssistant && !byAi && !refusal && (
        <Button variant="secondary" busy={isReading} onClick={onReadByAi}>
          Read with AI
        </Button>
      )}
      {hasAssistant && refusal && (
        <AssistantRefusal>Confirm your email address to read photos with AI.</AssistantRefusal>
      )}
    </section>
  );
}
