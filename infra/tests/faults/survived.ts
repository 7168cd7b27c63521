/** How a fault was survived, as it stands in the table. */
export interface Survived {
  name: string;
  lastedMs: number;
  publicReads: number;
  /** Of them those that were a last good copy. */
  stale: number;
  slowestPublicMs: number;
  ownerAnswers: number;
  /** Of them 503 with Retry-After. */
  refused: number;
  slowestRefusalMs: number;
  slowestSuccessMs: number;
  acknowledged: number;
  recoveredMs: number;
  /** The machine's own lag meanwhile. */
  lagMs: number;
  /** Whether times counted: the machine was not too busy. */
  isJudged: boolean;
}
