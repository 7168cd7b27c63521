import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { keepDescribed } from '../../../lib/draft/described-change.ts';
import { useAssistant } from '../../../lib/menu/assistant.ts';
import { AssistantRefusal } from '../../../lib/menu/assistant-refusal.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';

/** A change in the owner's words, which leads to its preview. Nothing where no AI is set up. */
export function DescribeField() {
  const { isOn, refusal } = useAssistant();
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  if (!isOn) return null;
  if (refusal) return <AssistantRefusal className="mb-4">{refusal}</AssistantRefusal>;
  return (
    <form
      className="mb-4 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        keepDescribed(text);
        navigate('/dashboard/items/change');
      }}
    >
      <Input
        aria-label="Describe a change"
        dir="auto"
        maxLength={500}
        start={<Sparkles aria-hidden className="ms-3.5 -me-1 size-4 shrink-0 text-ink-faint" />}
        placeholder="Describe a change…"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="secondary" disabled={text.trim() === ''} className="shrink-0">
        Preview
      </Button>
    </form>
  );
}
