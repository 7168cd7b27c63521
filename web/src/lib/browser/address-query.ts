import { useLocation, useSearch } from 'wouter';

const STATE = { keepsPlace: true } as const;

/** The address' query, for screens that keep their choices there, and a function that changes it. */
export function useAddressQuery(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return [query, (next) => navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true, state: STATE })];
}

/** Whether the screen itself set the current address. Then nobody navigated, and focus and scroll must stay. */
export function keepsPlace(): boolean {
  return (window.history.state as Partial<typeof STATE> | null)?.keepsPlace === true;
}
