import { type SuggestedTexts, TRANSLATED_TEXTS_MAX, type TranslationsInput } from '@tavola/contracts/assistant.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, apiRequest } from '../../lib/http/api.ts';
import { toastAssistantFailure } from '../../lib/menu/assistant.ts';
import { formatCount } from '../../lib/text/format.ts';
import { toastError } from '../../ui/toast.ts';
import { keyOf, type Text } from './texts.ts';

/** How many texts the AI translates at a time: more take longer, and are lost together if the answer is of no use. */
const AT_A_TIME = Math.min(20, TRANSLATED_TEXTS_MAX);

/** How often a batch is sent again while the AI is busy, and the longest wait before that, in seconds. */
const RETRIES_MAX = 2;
const RETRY_AFTER_MAX = 30;

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
    let translated = 0;
    try {
      for (let done = 0; done < texts.length; done += AT_A_TIME) {
        setProgress({ done, all: texts.length });
        const some = texts.slice(done, done + AT_A_TIME);
        const input = { from: base, to: lang, texts: some.map((text) => text.base) };
        const made = await requestPatiently(input, signal);
        if (!made) continue;
        const found = some.flatMap((text, at) => {
          const suggestion = made.texts[at];
          return suggestion ? [[keyOf(text), suggestion] as const] : [];
        });
        translated += found.length;
        setByKey((before) => new Map([...before, ...found]));
      }
      if (translated < texts.length) {
        const description = "The AI couldn't translate the rest. Please try again.";
        toastError(reached(translated, texts.length), description);
      }
    } catch (error) {
      if (!signal.aborted) toastAssistantFailure(error, translated > 0 ? reached(translated, texts.length) : undefined);
    } finally {
      setProgress(undefined);
    }
  };

  return { byKey, progress, ask };
}

const reached = (translated: number, all: number) => `${formatCount(translated)} of ${formatCount(all)} translated`;

/** The translations; undefined if the AI has no usable ones. Asks again where the AI is busy. */
async function requestPatiently(input: TranslationsInput, signal: AbortSignal): Promise<SuggestedTexts | undefined> {
  for (let retries = 0; ; retries++) {
    try {
      return await apiRequest<SuggestedTexts>('POST', '/api/assistant/translations', input, { signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'assistant-failed') return undefined;
      const { status, retryAfter = Number.POSITIVE_INFINITY } = error;
      const isBusy = (status === 503 || status === 429) && retryAfter <= RETRY_AFTER_MAX;
      if (!isBusy || retries === RETRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
    }
  }
}
