import { useQuery } from '@tanstack/react-query';
import type { Site } from '@tavola/contracts/site.ts';

/** What the operator says about itself; nothing until it is known, or if it can't be read. */
export function useSite(): Site {
  const { data } = useQuery<Site>({ queryKey: ['/api/site'], staleTime: Number.POSITIVE_INFINITY });
  return data ?? {};
}

/** Links to the operator's support, terms and privacy policy, as far as there are any. */
export const siteLinks = ({ supportEmail, termsUrl, privacyUrl }: Site): { href: string; label: string }[] => [
  ...(supportEmail ? [{ href: `mailto:${supportEmail}`, label: 'Support' }] : []),
  ...(termsUrl ? [{ href: termsUrl, label: 'Terms' }] : []),
  ...(privacyUrl ? [{ href: privacyUrl, label: 'Privacy' }] : []),
];
