import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AroundNavHandler } from 'wouter';
import { answerNo, type ConfirmOptions, confirm } from '../../ui/confirm.ts';
import { isModeEntry } from '../browser/mode-entry.ts';
import { addPopGuard } from '../browser/pop-guard.ts';

/** The open forms with unsaved changes, and at which addresses each stays open. */
const unsaved = new Map<symbol, (pathname: string) => boolean>();

/** The forms with unsaved changes that a navigation to `pathname` closes. */
const formsLeftFor = (pathname: string): symbol[] =>
  [...unsaved].filter(([, staysAt]) => !staysAt(pathname)).map(([form]) => form);

let isAsking = false;

/** What may be discarded since the last question, until it is left. */
let discarded: [form: symbol, staysAt: (pathname: string) => boolean][] = [];

/**
 * Asks to discard unsaved changes, if any, of all open forms or of `only` some; resolves to whether to go on. A call while asking
 * returns to the form.
 */
export const confirmDiscard = (...only: symbol[]): Promise<boolean> =>
  askToDiscard([...unsaved.keys()].filter((form) => only.length === 0 || only.includes(form)));

/** The same for all open forms, in these words. */
export const confirmDiscardAll = (words: Partial<ConfirmOptions>): Promise<boolean> =>
  askToDiscard([...unsaved.keys()], words);

async function askToDiscard(forms: readonly symbol[], words: Partial<ConfirmOptions> = {}): Promise<boolean> {
  if (forms.length === 0) return true;
  if (isAsking) {
    // A quick second Escape, which reached the form instead of the question.
    answerNo();
    return false;
  }
  isAsking = true;
  const yes = await confirm({
    title: 'Discard your changes?',
    description: "Your changes haven't been saved yet.",
    confirmLabel: 'Discard Changes',
    cancelLabel: 'Keep Editing',
    destructive: true,
    ...words,
  });
  isAsking = false;
  // The browser need not ask again when the page is closed.
  if (yes) {
    discarded = [...unsaved].filter(([form]) => forms.includes(form));
    for (const form of forms) unsaved.delete(form);
  }
  return yes;
}

/** Takes back the last yes, as what it was given for did not happen: forms that are still there are asked about again. */
export function keepUnsaved(): void {
  for (const [form, staysAt] of discarded) unsaved.set(form, staysAt);
  discarded = [];
}

/** Lets a form be left without the question: its input is kept. */
export const leaveUnasked = (form: symbol): void => void unsaved.delete(form);

/** For a router's `aroundNav`: confirms a navigation to another screen if there are unsaved changes. Ends a mode's history entry. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, isModeEntry() ? { ...options, replace: true } : options);
  const left = formsLeftFor(new URL(to, window.location.href).pathname);
  if (left.length === 0) go();
  else void confirmDiscard(...left).then((yes) => yes && go());
};

/**
 * While `dirty`, guards a form against links, the back button and closing the tab. Returns the form, for `confirmDiscard`.
 * `isAlsoAt`: whether the form stays open at another address.
 */
export function useUnsavedChanges(dirty: boolean, isAlsoAt: (pathname: string) => boolean = () => false): symbol {
  const [form] = useState(() => Symbol('form'));
  /** Where the form is: the address may be another one already when the back button is heard of. */
  const here = useRef({ href: '', pathname: '' });
  useEffect(() => {
    const { href, pathname } = window.location;
    here.current = { href, pathname };
  });
  const staysAt = useEffectEvent((pathname: string) => pathname === here.current.pathname || isAlsoAt(pathname));
  useEffect(() => {
    if (!dirty) return;
    unsaved.set(form, (pathname) => staysAt(pathname));

    const onClose = (event: BeforeUnloadEvent) => {
      if (unsaved.has(form)) event.preventDefault();
    };
    const removePopGuard = addPopGuard((event) => {
      const left = formsLeftFor(window.location.pathname);
      if (left.length === 0) return;
      // The address has changed already, but the router has not seen it yet: restore it, then ask.
      event.stopImmediatePropagation();
      window.history.pushState(null, '', here.current.href);
      void confirmDiscard(...left).then((yes) => yes && window.history.back());
    });
    window.addEventListener('beforeunload', onClose);
    return () => {
      unsaved.delete(form);
      discarded = discarded.filter(([one]) => one !== form);
      window.removeEventListener('beforeunload', onClose);
      removePopGuard();
    };
  }, [dirty, form]);
  return form;
}
