import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useKeptInput } from '../../lib/forms/forms.ts';
import { useUnsavedChanges } from '../../lib/forms/unsaved-changes.ts';
import { changedMeanwhile, errorText } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { getToken } from '../../lib/session/stored-token.ts';
import { subscribeToToken } from '../../lib/session/token.ts';
import { useSaveText } from './api.ts';
import { keyOf, type Text } from './texts.ts';

/** Whether what is in the field is saved. */
type SaveState = 'unchanged' | 'typing' | 'saving' | 'saved' | 'failed';

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

interface Unsaved {
  draft: string;
  /** The translation that it was typed over, as far as that is known. */
  on: string | null | undefined;
  /** What of it is being saved: leaving the field after Ctrl and Enter must not save it twice. */
  sending?: string | undefined;
  /** Why it could not be saved. */
  failure?: string;
}

/** What is not saved yet, by language and text: it is still there when its field comes into view again. */
const unsaved = new Map<string, Unsaved>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function setUnsaved(key: string, next: Unsaved | undefined) {
  if (next) unsaved.set(key, next);
  else unsaved.delete(key);
  for (const listener of listeners) listener();
}

// The next person who signs in on this tab must not see it. Until then it stays, to be kept for its user.
subscribeToToken(() => {
  if (getToken() !== null) unsaved.clear();
});

/** Keeps what is not saved into `lang` when the session ends. Returns whether any of it was restored. */
export function useKeptTranslations(lang: string): boolean {
  const ofLang = () => {
    const drafts = [...unsaved]
      .filter(([key]) => key.startsWith(`${lang} `))
      .map(([key, { draft, on }]) => [key, draft, on] as const);
    return drafts.length > 0 ? { drafts } : undefined;
  };
  return useKeptInput(`translations:${lang}`, ofLang, ({ drafts }) => {
    for (const [key, draft, on] of drafts) setUnsaved(key, { draft, on, failure: 'Your session had ended.' });
    return true;
  }).restored;
}

/** The field of the translation of `text` into `lang`, with a suggestion where it is missing or to review. */
export function useTranslation(text: Text, lang: string, suggestion?: string): TranslationField {
  const kept = text.text ?? '';
  const key = `${lang} ${keyOf(text)}`;
  const { draft, sending, failure } = useSyncExternalStore(subscribe, () => unsaved.get(key)) ?? {};
  const [isSaved, setSaved] = useState(false);
  const [declined, setDeclined] = useState<string>();
  const state: SaveState =
    draft === undefined
      ? isSaved
        ? 'saved'
        : 'unchanged'
      : failure !== undefined
        ? 'failed'
        : draft === sending
          ? 'saving'
          : 'typing';
  const isWanted = draft === undefined && (text.text === null || text.isStale) && suggestion !== declined;
  const suggested = isWanted && suggestion ? suggestion : undefined;
  const save = useSaveText(lang);
  const isInView = useRef(true);
  // A field that is removed while it has the focus, as when a phone is turned, gets no blur event.
  const leave = useEffectEvent(() => {
    if (state === 'typing' && draft !== undefined && unsaved.has(key) && getToken() !== null) void send(draft);
  });
  useEffect(() => {
    isInView.current = true;
    return () => {
      isInView.current = false;
      leave();
    };
  }, []);
  useUnsavedChanges(state === 'typing' || state === 'failed');

  const typedOn = () => {
    const now = unsaved.get(key);
    return now ? now.on : text.text;
  };
  const send = async (value: string) => {
    if (unsaved.get(key)?.sending === value) return;
    const token = getToken();
    setUnsaved(key, { draft: value, on: typedOn(), sending: value });
    try {
      await save.mutateAsync({
        of: text,
        text: value.trim() === '' ? null : value,
        by: value === suggestion ? 'm' : 'h',
        replaces: () => unsaved.get(key)?.on,
        onStored: (on) => {
          const now = unsaved.get(key);
          if (now) setUnsaved(key, { ...now, on });
        },
      });
      // What was typed meanwhile must not be taken away.
      const now = unsaved.get(key);
      setUnsaved(key, now && now.draft !== value ? { draft: now.draft, on: now.on } : undefined);
      setSaved(true);
    } catch (error) {
      // The session in which it was typed has ended.
      if (getToken() !== token) return;
      const current = changedMeanwhile<Text>(error);
      const reason = current ? inWords(current) : errorText(error, 'Please try again.');
      const on = current ? current.text : typedOn();
      setUnsaved(key, { draft: unsaved.get(key)?.draft ?? value, on, failure: reason });
      if (!isInView.current) toastFailure(error, 'Translation not saved', `“${text.base}”: ${reason}`);
    }
  };

  return {
    value: draft ?? suggested ?? kept,
    state,
    failure,
    isSuggested: suggested !== undefined && state !== 'saving',
    change(value) {
      setDeclined(suggestion);
      setSaved(false);
      setUnsaved(key, value === kept && sending === undefined ? undefined : { draft: value, on: typedOn(), sending });
    },
    async save() {
      if (draft !== undefined) await send(draft);
    },
    confirm: () => send(draft ?? suggested ?? kept),
    undo() {
      setDeclined(suggestion);
      setSaved(false);
      setUnsaved(key, undefined);
    },
  };
}

/** What somebody else made of a translation, and what can be done. */
const inWords = ({ text }: Text) =>
  `Someone else just ${text === null ? 'removed it' : `saved “${text}”`}. Try again to save yours, or discard it.`;

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
