import { z } from 'zod';

const names = z.tuple([z.string(), z.string()]);

/** What the mailed link of an invitation, `#email=…&names=…`, says of the applicant; '' for what it doesn't. */
export function invitedApplicant(): { email: string; name: string; restaurantName: string } {
  const link = new URLSearchParams(window.location.hash.slice(1));
  const [name, restaurantName] = namesIn(link.get('names') ?? '');
  return { email: link.get('email') ?? '', name, restaurantName };
}

/** Both names, which are JSON in base64url. */
function namesIn(text: string): z.infer<typeof names> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return names.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // Mail programs break long links.
    return ['', ''];
  }
}
