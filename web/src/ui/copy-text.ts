/**
 * Puts `text` into the clipboard; `shown` is where it stands on the page, for pages without the clipboard API, as on a site
 * over plain http in the house's own network. Gives whether it is there.
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
