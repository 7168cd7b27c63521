import { useMutation } from '@tanstack/react-query';
import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import { sheetCaption } from '@tavola/contracts/rules/sheet-caption.ts';
import { ApiError, apiRequest } from '../http/api.ts';
import { apiFile } from '../http/api-file.ts';
import { toastFailure } from '../http/failure-toast.ts';

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
  const [, version] = response.headers.get(MENU_VERSION_HEADER)?.split('.') ?? [];
  const { contentWindow } = await loadedFrame(html, await printedCode(version));
  await contentWindow?.document.fonts.ready;
  // Safari prints the frame that has focus.
  contentWindow?.focus();
  contentWindow?.print();
}

/** The main code, which tells guests what changed since `version`, and its caption; undefined if it can't be had. */
async function printedCode(
  version: string | undefined,
): Promise<{ image: string; caption: string | null } | undefined> {
  if (version === undefined) return undefined;
  try {
    const { codes, style } = await apiRequest<CodeList>('GET', '/api/qr-codes');
    const main = codes.find(({ isMain }) => isMain);
    if (!main) return undefined;
    const { blob } = await apiFile(`/api/qr-codes/${main.id}/image?format=svg&printed=${version}`);
    const image = `data:image/svg+xml,${encodeURIComponent(await blob.text())}`;
    return { image, caption: style.caption };
  } catch {
    // A menu without a code is better than none.
    return undefined;
  }
}

/**
 * An invisible frame with `html` and the code at its end, until the next one. It is not loaded by its address, so it has no scripts and printing
 * counts as no visit.
 */
function loadedFrame(html: string, code: Awaited<ReturnType<typeof printedCode>>): Promise<HTMLIFrameElement> {
  document.getElementById(FRAME_ID)?.remove();
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
  // Without scripts nothing opens them for paper, and not each browser's CSS does.
  for (const folded of page.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
  if (code) {
    const figure = page.createElement('figure');
    figure.style.cssText = 'break-inside: avoid; margin: 1.5rem 0 0; text-align: center; font-size: 0.75rem';
    const image = page.createElement('img');
    image.src = code.image;
    image.alt = '';
    image.style.cssText = 'display: inline; width: 1.1in';
    const caption = page.createElement('figcaption');
    caption.textContent = code.caption ?? sheetCaption(page.documentElement.lang);
    figure.append(image, caption);
    page.querySelector('main')?.append(figure);
  }
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
