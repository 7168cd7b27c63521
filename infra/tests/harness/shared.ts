interface Stoppable {
  stop(): Promise<void>;
}

interface Shared {
  started: Promise<Stoppable>;
  users: number;
}

/** On the global object, since each vitest project loads its global set-up, and this module, on its own. */
const onGlobal = globalThis as { sharedByProjects?: Map<string, Shared> };
onGlobal.sharedByProjects ??= new Map();
const all = onGlobal.sharedByProjects;

/**
 * Starts something once in a test run, whatever the number of projects that use it. It ends when the last of them calls
 * `stop` of what it got.
 */
export async function sharedByProjects<Started extends Stoppable>(
  name: string,
  start: () => Promise<Started>,
): Promise<Started> {
  const shared = all.get(name) ?? { started: start(), users: 0 };
  all.set(name, shared);
  shared.users += 1;
  const started = (await shared.started) as Started;
  return {
    ...started,
    async stop() {
      shared.users -= 1;
      if (shared.users > 0) return;
      all.delete(name);
      await started.stop();
    },
  };
}
