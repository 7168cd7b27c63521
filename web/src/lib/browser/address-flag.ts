import { useLocation, useSearch } from 'wouter';

/** Whether the address has `?{flag}`, as in links that open a dialog on arrival, and a function that removes it. */
export function useAddressFlag(flag: string): [boolean, () => void] {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const isSet = search.has(flag);
  const clear = () => {
    if (!isSet) return;
    search.delete(flag);
    navigate(search.size > 0 ? `${path}?${search}` : path, { replace: true });
  };
  return [isSet, clear];
}
