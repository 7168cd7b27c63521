/** `reply`, or a rejection with what `late` makes, when it takes longer than `ms`. A reply that comes after that is nobody's. */
export async function inTime<Reply>(reply: Promise<Reply>, ms: number, late: () => Error): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([reply, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
