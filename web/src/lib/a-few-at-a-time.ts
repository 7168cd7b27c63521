/** How many calls run at once: fewer than a restaurant may have waiting (docs/limits.md), so that others get their turn. */
const AT_ONCE = 4;

/** Runs `act` for each value, a few at a time. Resolves to the values for which it failed, with the errors. */
export async function aFewAtATime<Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<unknown>,
): Promise<{ value: Value; error: unknown }[]> {
  const failed: { value: Value; error: unknown }[] = [];
  const rest = values.values();
  const work = async () => {
    for (const value of rest) {
      try {
        await act(value);
      } catch (error) {
        failed.push({ value, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
