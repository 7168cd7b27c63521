/** A fault's results, as a row of the table. */
export interface Survived {
  name: string;
  lastedMs: number;
  publicReads: number;
  /** How many of them showed an older price than was acknowledged 250 ms before. */
  old: number;
  /** The longest time for which an acknowledged price was hidden. */
  hiddenMs: number;
  slowestPublicMs: number;
  ownerAnswers: number;
  /** How many of them were 503 or 429, with Retry-After. */
  refused: number;
  slowestRefusalMs: number;
  slowestSuccessMs: number;
  acknowledged: number;
  recoveredMs: number;
  /** The machine's own lag during the fault. */
  lagMs: number;
  /** Whether timings are valid: the machine was not too busy. */
  isJudged: boolean;
}
