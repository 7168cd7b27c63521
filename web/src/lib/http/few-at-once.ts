/** Runs work with at most `most` at once; the rest waits in its order. */
export function fewAtOnce(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes this one's turn.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
