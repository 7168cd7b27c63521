import { TRANSLATED_TEXTS_MAX } from '@tavola/contracts/assistant.ts';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api.ts';
import { toastAssistantFailure } from '../../lib/assistant.ts';
import { keyOf, type Text } from './texts.ts';

/** How many texts the AI translates at a time: more take longer, and are lost together if one is of no use. */
const AT_A_TIME = Math.min(20, TRANSLATED_TEXTS_MAX);

/** Translations by the AI, which are not saved. */
export interface Suggestions {
  /** By the text's key. */
  byKey: ReadonlyMap<string, string>;
  /** How many texts it was asked for and how many of them it has translated; undefined when it is not at work. */
  progress: { done: number; all: number } | undefined;
  /** Asks for translations of `texts`, a few at a time. */
  ask(texts: readonly Text[]): Promise<void>;
}

/** Translations from `base` into `lang` by the AI. */
export function useSuggestions(base: string, lang: string): Suggestions {
  const [byKey, setByKey] = useState<ReadonlyMap<string, string>>(new Map());
  const [progress, setProgress] = useState<Suggestions['progress']>();
  const page = useRef<AbortController>(undefined);
  useEffect(() => {
    const open = new AbortController();
    page.current = open;
    return () => open.abort();
  }, []);

  const ask = async (texts: readonly Text[]) => {
    const signal = page.current?.signal as AbortSignal;
    try {
      for (let done = 0; done < texts.length; done += AT_A_TIME) {
        setProgress({ done, all: texts.length });
        const some = texts.slice(done, done + AT_A_TIME);
        const input = { from: base, to: lang, texts: some.map((text) => text.base) };
        const made = await apiRequest<{ texts: string[] }>('POST', '/api/assistant/translations', input, { signal });
        setByKey(
          (before) => new Map([...before, ...some.map((text, at) => [keyOf(text), made.texts[at] ?? ''] as const)]),
        );
      }
    } catch (error) {
      if (!signal.aborted) toastAssistantFailure(error);
    } finally {
      setProgress(undefined);
    }
  };

  return { byKey, progress, ask };
}
