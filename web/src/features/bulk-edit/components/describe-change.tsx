import { useMutation } from '@tanstack/react-query';
import type { SuggestedRules } from '@tavola/contracts/assistant.ts';
import type { MenuRule } from '@tavola/contracts/menu-rules.ts';
import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keepDescribed, keptDescribed } from '../../../lib/draft/described-change.ts';
import { apiRequest } from '../../../lib/http/api.ts';
import { assistantError, useAssistant } from '../../../lib/menu/assistant.ts';
import { AssistantRefusal } from '../../../lib/menu/assistant-refusal.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';

const NOT_UNDERSTOOD = "This couldn't be turned into changes. Put it in other words, or use the form.";

interface DescribeChangeProps {
  /** Whether the preview shows what was described. */
  isShown: boolean;
  /** Shows these rules; `undefined` goes back to the form. */
  onRules: (rules: readonly MenuRule[] | undefined) => void;
}

/** A change in the owner's words, which the AI turns into rules. Nothing where no AI is set up. */
export function DescribeChange({ isShown, onRules }: DescribeChangeProps) {
  const { isOn, refusal } = useAssistant();
  const [text, setText] = useState(keptDescribed);
  const [error, setError] = useState<string>();
  const ask = useMutation({
    mutationFn: () => apiRequest<SuggestedRules>('POST', '/api/assistant/change', { text }),
    onSuccess: ({ rules }) => {
      onRules(rules.length > 0 ? rules : undefined);
      setError(rules.length > 0 ? undefined : NOT_UNDERSTOOD);
    },
    onError: (failure) => setError(assistantError(failure)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (keptDescribed() === '') return;
    // Later: what is asked while React tries effects out would never be answered.
    const timer = setTimeout(() => {
      keepDescribed('');
      ask.mutate();
    });
    return () => clearTimeout(timer);
  }, []);
  if (!isOn) return null;
  if (refusal) return <AssistantRefusal>{refusal}</AssistantRefusal>;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !ask.isPending) ask.mutate();
      }}
    >
      <FormField label="Describe a change" error={error} hint="You'll see every change before it's made.">
        <Textarea
          dir="auto"
          rows={2}
          maxLength={500}
          placeholder="Raise all pizzas by 5%, rounded to .50, and hide the oysters"
          value={text}
          readOnly={ask.isPending}
          onChange={({ target }) => setText(target.value)}
        />
      </FormField>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="secondary" disabled={text.trim() === ''} busy={ask.isPending}>
          {!ask.isPending && <Sparkles aria-hidden />}
          {ask.isPending ? 'Working It Out…' : 'Show Changes'}
        </Button>
        {isShown && (
          <Button variant="ghost" onClick={() => onRules(undefined)}>
            Use the Form Instead
          </Button>
        )}
      </div>
    </form>
  );
}
