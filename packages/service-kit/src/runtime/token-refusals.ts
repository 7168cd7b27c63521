/** What each service that this process calls said of its service token: the last time, and whether it ever took it. */
const said = new Map<string, { isRefused: boolean; wasAccepted: boolean }>();

/** Notes whether `service` refused this process's token. */
export function noteToken(service: string, isRefused: boolean): void {
  const before = said.get(service);
  if (before?.isRefused === isRefused) return;
  said.set(service, { isRefused, wasAccepted: !isRefused || (before?.wasAccepted ?? false) });
}

/** The services that refuse this process's token, in words. */
export const tokenRefusals = (): string[] =>
  [...said].filter(([, { isRefused }]) => isRefused).map(([service]) => `${service} refuses our token`);

/**
 * Whether a service refuses this process's token and never took it. While the token is replaced everywhere, processes that worked
 * before go on.
 */
export const hasWrongToken = (): boolean =>
  [...said.values()].some(({ isRefused, wasAccepted }) => isRefused && !wasAccepted);
