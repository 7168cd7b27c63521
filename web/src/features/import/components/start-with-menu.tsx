import { ClipboardPaste } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useMenu } from '../../../lib/draft/use-menu.ts';
import { keepPasted, type Pasted } from '../../../lib/menu/pasted-menu.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileButton } from './file-button.tsx';
import { SampleMenu } from './sample-menu.tsx';

/** What a restaurant with an empty menu begins with: paste a menu, drop a file or photos, or take a sample. Each leads to Import. */
export function StartWithMenu() {
  const { menu } = useMenu();
  const [, navigate] = useLocation();
  const isEmpty = menu?.items.length === 0;
  const begin = (pasted: Pasted) => {
    keepPasted(pasted);
    navigate('/dashboard/import');
  };
  useMenuPasted(isEmpty, (text) => begin({ text }));
  if (!isEmpty) return null;

  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData('text');
    if (files.length === 0 && text.trim() === '') return;
    event.preventDefault();
    begin(files.length > 0 ? { text: '', files } : { text });
  };
  return (
    <Card className="p-5 sm:p-7" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <section aria-labelledby="start-with-menu" className="flex flex-col items-start gap-5">
        <div className="flex flex-col gap-0.5">
          <h2 id="start-with-menu" className="display text-xl">
            Start with your menu
          </h2>
          <p className="text-ink-muted">
            Paste it, drop a file or photos, or start from a sample. You'll see every dish before a guest does.
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:flex-col">
          <Button onClick={async () => begin({ text: await clipboardText() })}>
            <ClipboardPaste aria-hidden />
            Paste Your Menu
          </Button>
          <FileButton multiple onFiles={(files) => begin({ text: '', files })}>
            Choose a File or Photo
          </FileButton>
          <SampleMenu onText={(text) => begin({ text })} />
        </div>
      </section>
    </Card>
  );
}

/** Calls `onText` with what is pasted by keyboard outside of any field, while `isOn`. */
function useMenuPasted(isOn: boolean, onText: (text: string) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isForField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
    const text = event.clipboardData?.getData('text') ?? '';
    if (isForField || text.trim() === '') return;
    event.preventDefault();
    onText(text);
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [isOn]);
}

/** The clipboard's text; empty where the browser or its user does not give it away. Import's field takes it then. */
async function clipboardText(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
