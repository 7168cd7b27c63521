import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure-toast.ts';
import { getToken, subscribeToToken } from '../../lib/token.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSaveText } from './api.ts';
import { keyOf, type Text } from './texts.ts';

/** Whether what is in the field is saved. */
export type SaveState = 'unchanged' | 'typing' | 'saving' | 'saved' | 'failed';

/** The field of one translation, which saves itself when it is left. A suggestion in it is saved only by `confirm`. */
export interface TranslationField {
  value: string;
  state: SaveState;
  /** Why it is not saved. */
  failure: string | undefined;
  /** Whether its value is a suggestion that was neither confirmed nor changed. */
  isSuggested: boolean;
  change(value: string): void;
  /** Saves what is in the field, if that is not saved yet. */
  save(): Promise<void>;
  /** Saves the translation as it is, or a suggestion: it is right for the menu's text of today, too. */
  confirm(): Promise<void>;
  /** Goes back to what is saved. */
  undo(): void;
}

/** What could not be saved, by language and text: it is still there when its field comes into view again. */
const unsaved = new Map<string, { draft: string; failure: string }>();

// The next person who signs in on this tab must not see it.
subscribeToToken(() => unsaved.clear());

/** The field of the translation of `text` into `lang`, with a suggestion where it is missing or to review. */
export function useTranslation(text: Text, lang: string, suggestion?: string): TranslationField {
  const kept = text.text ?? '';
  const key = `${lang} ${keyOf(text)}`;
  const [draft, setDraft] = useState(unsaved.get(key)?.draft);
  const [state, setState] = useState<SaveState>(unsaved.has(key) ? 'failed' : 'unchanged');
  const [failure, setFailure] = useState(unsaved.get(key)?.failure);
  const [declined, setDeclined] = useState<string>();
  const isWanted = draft === undefined && (text.text === null || text.isStale) && suggestion !== declined;
  const suggested = isWanted && suggestion ? suggestion : undefined;
  const save = useSaveText(lang);
  // A save that ends after more was typed must not take that away.
  const latest = useRef(draft);
  const isInView = useRef(true);
  /** What is being saved: leaving the field after Ctrl and Enter must not save it twice. */
  const sending = useRef<string>(undefined);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    isInView.current = true;
    return () => {
      isInView.current = false;
    };
  }, []);
  useUnsavedChanges(state === 'typing' || state === 'failed');

  const send = async (value: string) => {
    if (sending.current === value) return;
    sending.current = value;
    const token = getToken();
    setState('saving');
    setFailure(undefined);
    try {
      await save.mutateAsync({
        of: text,
        text: value.trim() === '' ? null : value,
        by: value === suggestion ? 'm' : 'h',
      });
      unsaved.delete(key);
      if ((latest.current ?? value) !== value) return setState('typing');
      setDraft(undefined);
      setState('saved');
    } catch (error) {
      // The session in which it was typed has ended.
      if (getToken() !== token) return;
      const reason = errorText(error, 'Please try again.');
      unsaved.set(key, { draft: latest.current ?? value, failure: reason });
      setDraft((now) => now ?? value);
      setState('failed');
      setFailure(reason);
      if (!isInView.current) toastFailure(error, 'Translation not saved', `“${text.base}”: ${reason}`);
    } finally {
      sending.current = undefined;
    }
  };

  return {
    value: draft ?? suggested ?? kept,
    state,
    failure,
    isSuggested: suggested !== undefined && state !== 'saving',
    change(value) {
      unsaved.delete(key);
      setDeclined(suggestion);
      setDraft(value === kept ? undefined : value);
      setState(value === kept ? 'unchanged' : 'typing');
      setFailure(undefined);
    },
    async save() {
      if (draft !== undefined) await send(draft);
    },
    confirm: () => send(draft ?? suggested ?? kept),
    undo() {
      unsaved.delete(key);
      setDeclined(suggestion);
      setDraft(undefined);
      setState('unchanged');
      setFailure(undefined);
    },
  };
}

/** The keys of a translation's field: Ctrl or ⌘ and Enter saves, or takes the suggestion, and goes on; Esc undoes. */
export const translationKeys =
  (field: TranslationField, goOn: () => void) =>
  (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void (field.isSuggested ? field.confirm() : field.save());
      goOn();
    } else if (
      event.key === 'Escape' &&
      (field.isSuggested || (field.state !== 'unchanged' && field.state !== 'saved'))
    ) {
      event.preventDefault();
      event.stopPropagation();
      field.undo();
    }
  };
