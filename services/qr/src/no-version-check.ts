/** Queue options that skip BullMQ's check of the Redis version: a single late answer to it would close the queue for good. */
export const NO_VERSION_CHECK = { skipVersionCheck: true } as const;
