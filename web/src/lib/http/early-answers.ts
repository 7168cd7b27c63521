// What a page asks of the API before its code is there.

interface Early {
  token: string;
  answer: Promise<Response>;
}

const asked = new Map<string, Early>();

/** Requests `paths` with `token` now; the first call to each of them takes the answer. */
export function askEarly(paths: readonly string[], token: string): void {
  for (const path of paths) {
    const answer = fetch(path, { headers: { Authorization: `Bearer ${token}` }, credentials: 'include' });
    // Who takes it learns of it.
    answer.catch(() => {});
    asked.set(path, { token, answer });
  }
}

/** The answer for `path` that was asked for early with this token; undefined if there is none, or if it was taken. */
export function takeEarly(path: string, token: string | null): Promise<Response> | undefined {
  const early = asked.get(path);
  asked.delete(path);
  return early?.token === token ? early?.answer : undefined;
}
