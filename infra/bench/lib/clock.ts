/** Milliseconds on a monotonic clock that all processes of this machine share. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
