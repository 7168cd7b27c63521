import { useLocation, useSearch } from 'wouter';

const STATE = { keepsPlace: true } as const;

/** The query of the address, for a screen that keeps its choices there, and the way to change it. */
export function useAddressQuery(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return [query, (next) => navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true, state: STATE })];
}

/** Whether the screen itself wrote the address as it is now: nobody went anywhere, so focus and scroll are to stay. */
export function keepsPlace(): boolean {
  return (window.history.state as Partial<typeof STATE> | null)?.keepsPlace === true;
}
