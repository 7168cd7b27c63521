import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { isBeingEdited, isLastEdit, makeEdit, type SerialEdit } from './serial-edit.ts';

const LIST = ['/api/things'];

interface Thing {
  price: number;
}

/** A server whose answers are given by the test, in any order. */
function server() {
  const sent: { price: number; confirmed: Thing | undefined; accept(): void; refuse(error?: Error): void }[] = [];
  const send = (price: number, confirmed: Thing | undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<Thing>();
    const refuse = (error = new Error('No.')) => reject(error);
    sent.push({ price, confirmed, accept: () => resolve({ price }), refuse });
    return promise;
  };
  return { sent, send };
}

/** All that is waiting for nothing but its turn. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

let client: QueryClient;
let api: ReturnType<typeof server>;
let log: string[];
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always', retry: false } } });
  client.setQueryData<Thing>(LIST, { price: 1 });
  api = server();
  log = [];
});

afterEach(async () => {
  // What a test leaves unanswered would be on its way in the next one.
  while (isBeingEdited('price', 1) || isBeingEdited('price', 2)) {
    for (const one of api.sent) one.accept();
    await settle();
  }
});

const shown = () => client.getQueryData<Thing>(LIST)?.price;
const show = (price: number) => void client.setQueryData<Thing>(LIST, { price });

const editOf = (of: number): SerialEdit<Thing, number> => ({
  kind: 'price',
  of,
  queryKey: LIST,
  stateOf: () => client.getQueryData<Thing>(LIST),
  show,
  send: (price, { confirmed }) => api.send(price, confirmed),
  onSaved: ({ price }) => void log.push(`saved ${price}`),
  onRefused: (_error, price, { confirmed }) => {
    log.push(`refused ${price}`);
    if (confirmed) show(confirmed.price);
  },
  onSettled: (price) => void log.push(`${price} ${isLastEdit(client, 'price') ? 'is' : 'is not'} the last`),
});

/** Makes the edit; what becomes of it is in the log. */
const edit = (price: number, of = 1) => void makeEdit(client, editOf(of), price).catch(() => {});

describe('An edit', () => {
  it('shows before the server has answered', async () => {
    edit(2);
    await settle();
    expect([shown(), api.sent.length, log]).toEqual([2, 1, []]);
  });

  it('is not replaced by the answer to a read that was on its way', async () => {
    const read = Promise.withResolvers<Thing>();
    void client.fetchQuery({ queryKey: LIST, queryFn: () => read.promise }).catch(() => {});
    edit(2);
    await settle();
    expect(shown()).toBe(2);
    read.resolve({ price: 1 });
    await settle();
    expect(shown()).toBe(2);
  });

  it('that is refused goes back to what the server holds', async () => {
    edit(2);
    await settle();
    api.sent[0]?.refuse();
    await settle();
    expect([shown(), log]).toEqual([1, ['refused 2', '2 is the last']]);
  });

  it('that is refused because somebody else was faster goes back to what they made of it', async () => {
    edit(2);
    await settle();
    const current = { price: 9 };
    api.sent[0]?.refuse(new ApiError(409, JSON.stringify({ current })));
    await settle();
    expect(shown()).toBe(9);
  });
});

describe('Several edits', () => {
  it('of one thing reach the server one after another, each matched with the answer to the one before', async () => {
    edit(2);
    edit(3);
    await settle();
    expect([shown(), api.sent.map(({ price }) => price)]).toEqual([3, [2]]);
    api.sent[0]?.accept();
    await settle();
    expect(api.sent.map(({ confirmed }) => confirmed?.price)).toEqual([1, 2]);
    api.sent[1]?.accept();
    await settle();
    expect(log).toEqual(['saved 2', '2 is not the last', 'saved 3', '3 is the last']);
  });

  it('of one thing: a later one is sent, and matched, as if a refused one had not been', async () => {
    edit(2);
    edit(3);
    await settle();
    api.sent[0]?.refuse();
    await settle();
    expect(api.sent.at(-1)).toMatchObject({ price: 3, confirmed: { price: 1 } });
  });

  it('of different things do not wait for each other', async () => {
    edit(2, 1);
    edit(3, 2);
    await settle();
    expect(api.sent).toHaveLength(2);
  });
});

it('whether a thing is being edited is known until the last edit was answered', async () => {
  expect(isBeingEdited('price', 1)).toBe(false);
  edit(2);
  expect([isBeingEdited('price', 1), isBeingEdited('price', 2)]).toEqual([true, false]);
  await settle();
  // The end of a session empties the cache; what is on its way is still answered.
  client.clear();
  expect(isBeingEdited('price', 1)).toBe(true);
  api.sent[0]?.accept();
  await settle();
  expect(isBeingEdited('price', 1)).toBe(false);
});
