import { z } from 'zod';

/**
 * The schema of a form's list whose rows are each read by `row`. Rows that are blank, as a new one that nobody typed into is, are
 * undefined in the output, so that errors keep the index of their row.
 */
export const filledRows = <Row extends z.ZodType>(row: Row, isBlank: (typed: z.input<Row>) => boolean) =>
  z.array(
    z.custom<z.input<Row>>().transform((typed, context): z.output<Row> | undefined => {
      if (isBlank(typed)) return undefined;
      const read = row.safeParse(typed);
      if (read.success) return read.data;
      for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }),
  );

/** The rows of a list that are not blank. */
export const onlyFilled = <Row>(rows: readonly (Row | undefined)[]): Row[] => rows.filter((row) => row !== undefined);
