import { useEffect, useState } from 'react';

const tokenOfAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';

/**
 * The token of the mailed link that opened this screen, empty if there is none. It is in the fragment, which browsers do not send to
 * servers, and which changes without a new page when another link is put into the address bar.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(tokenOfAddress);
  useEffect(() => {
    const follow = () => setToken(tokenOfAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return token;
}
