import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from './problem.ts';
import { valid } from './validate.ts';

const schema = z.object({
  name: z.string({ error: 'Name must be text.' }).min(2, { error: 'Name is short.' }).regex(/^a/, { error: 'No a.' }),
  count: z.number({ error: 'Count must be a number.' }).default(1),
  lines: z.array(z.object({ price: z.number({ error: 'Price must be a number.' }) })).optional(),
});

/** The errors that `valid` reports. */
function wrong(act: () => unknown) {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    const { code, message, errors } = error as Problem;
    expect(code).toBe('validation-failed');
    return { message, errors };
  }
  return expect.fail('nothing was thrown');
}

describe('a valid value', () => {
  it('is returned without unknown fields and with defaults', () => {
    expect(valid(schema, { name: 'ada', role: 'admin' })).toEqual({ name: 'ada', count: 1 });
  });
});

describe('an invalid value', () => {
  it('is refused with the first message and the path of each field', () => {
    expect(wrong(() => valid(schema, { name: '', count: 'x', lines: [{ price: 1 }, { price: '2' }] }))).toEqual({
      message: 'Name is short. Count must be a number. Price must be a number.',
      errors: [
        { field: 'name', message: 'Name is short.' },
        { field: 'count', message: 'Count must be a number.' },
        { field: 'lines.1.price', message: 'Price must be a number.' },
      ],
    });
  });

  it.each([undefined, null, 'text', 7, []])('is called the body if it is not an object: %j', (value) => {
    const message = 'The body must be a JSON object.';
    expect(wrong(() => valid(schema, value))).toEqual({ message, errors: [{ field: 'body', message }] });
  });

  it('is called by its name if it has one, with its own message', () => {
    const id = z.string().regex(/^\d+$/, { error: 'The id must be a whole number.' });
    const message = 'The id must be a whole number.';
    expect(wrong(() => valid(id, 'abc', 'id'))).toEqual({ message, errors: [{ field: 'id', message }] });
  });
});
