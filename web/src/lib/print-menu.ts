import { useMutation } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { toastFailure } from './failure-toast.ts';

/** Opens the browser's print dialog with the public menu of a restaurant, given its slug. */
export function usePrintMenu() {
  return useMutation({
    mutationFn: printMenu,
    onError: (error) => toastFailure(error, 'Print failed', 'Failed to load your menu. Please try again.'),
  });
}

async function printMenu(slug: string): Promise<void> {
  const path = `/menu/${encodeURIComponent(slug)}`;
  const response = await fetch(path, { cache: 'no-cache' });
  const html = await response.text();
  if (!response.ok) throw new ApiError(response.status, html);
  const { contentWindow } = await loadedFrame(html);
  await contentWindow?.document.fonts.ready;
  // Safari prints the frame that has focus.
  contentWindow?.focus();
  contentWindow?.print();
}

/**
 * An invisible frame with `html`, until the next one. It is not loaded by its address, so it has no scripts and printing
 * counts as no visit.
 */
function loadedFrame(html: string): Promise<HTMLIFrameElement> {
  document.getElementById(FRAME_ID)?.remove();
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  // A frame with `display: none` prints nothing in Firefox.
  frame.className = 'pointer-events-none fixed start-0 top-0 size-0 opacity-0';
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    document.body.append(frame);
  });
}

const FRAME_ID = 'print-frame';
