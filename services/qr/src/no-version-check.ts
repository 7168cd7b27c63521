/** Options of a queue that BullMQ need not ask Redis's version for: an answer that came too late, once, would close it for good. */
export const NO_VERSION_CHECK = { skipVersionCheck: true } as const;
