/**
 * Copies `text` to the clipboard. `shown` is the element that displays it, for pages without the clipboard API (such as
 * plain http in a local network). Returns whether it succeeded.
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown instanceof HTMLInputElement) shown.select();
    else if (shown) window.getSelection()?.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
