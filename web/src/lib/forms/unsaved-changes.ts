import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';
import { answerNo, confirm } from '../../ui/confirm.ts';
import { isModeEntry } from '../browser/mode-entry.ts';
import { addPopGuard } from '../browser/pop-guard.ts';

/** The open forms with unsaved changes. */
const unsaved = new Set<symbol>();

let isAsking = false;

/**
 * Asks to discard unsaved changes, if any, of all open forms or of `only` one; resolves to whether to go on. A call while asking
 * returns to the form.
 */
export async function confirmDiscard(only?: symbol): Promise<boolean> {
  const forms = [...unsaved].filter((form) => only === undefined || form === only);
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
  });
  isAsking = false;
  // The browser need not ask again when the page is closed.
  if (yes) for (const form of forms) unsaved.delete(form);
  return yes;
}

/** Lets a form be left without the question: its input is kept. */
export const leaveUnasked = (form: symbol): void => void unsaved.delete(form);

/** For a router's `aroundNav`: confirms a navigation to another screen if there are unsaved changes. Ends a mode's history entry. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, isModeEntry() ? { ...options, replace: true } : options);
  const staysHere = new URL(to, window.location.href).pathname === window.location.pathname;
  if (unsaved.size === 0 || staysHere) go();
  else void confirmDiscard().then((yes) => yes && go());
};

/** While `dirty`, guards a form against links, the back button and closing the tab. Returns the form, for `confirmDiscard`. */
export function useUnsavedChanges(dirty: boolean): symbol {
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    if (!dirty) return;
    const { href, pathname } = window.location;
    unsaved.add(form);

    const onClose = (event: BeforeUnloadEvent) => {
      if (unsaved.has(form)) event.preventDefault();
    };
    const removePopGuard = addPopGuard((event) => {
      if (unsaved.size === 0 || window.location.pathname === pathname) return;
      // The address has changed already, but the router has not seen it yet: restore it, then ask.
      event.stopImmediatePropagation();
      window.history.pushState(null, '', href);
      void confirmDiscard().then((yes) => yes && window.history.back());
    });
    window.addEventListener('beforeunload', onClose);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', onClose);
      removePopGuard();
    };
  }, [dirty, form]);
  return form;
}
