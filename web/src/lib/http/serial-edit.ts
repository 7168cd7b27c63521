import {
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from './api.ts';

// Edits that need no form, such as a switch in a list: an edit shows before the server has answered, those of one thing reach the
// server one after another, and what the server refuses is taken back.

/** A thing with edits on their way. */
export interface EditedThing<State> {
  /**
   * What the server holds, as far as this page knows: what was shown before the first edit, then each answer. Later edits are
   * matched with it, and refused ones go back to it. Undefined where nothing was shown.
   */
  confirmed: State | undefined;
}

export interface SerialEdit<State, Change> {
  /** Names the kind of edit; it is the mutation's key. */
  kind: string;
  /** Which thing of that kind. Edits of one thing reach the server in order, those of different things side by side. */
  of?: string | number;
  /** The data that show the thing. They are no longer fetched once an edit begins: an answer on its way has the old state. */
  queryKey?: QueryKey;
  /** What the page shows of the thing before the first edit. */
  stateOf?: (change: Change) => State | undefined;
  /** Shows the edit. Called again after a fetch was cancelled, which puts back the data from before it. */
  show?: (change: Change) => void;
  /** Sends the edit; resolves to the server's state of the thing. */
  send: (change: Change, thing: EditedThing<State>) => Promise<State>;
  onSaved?: (saved: State, change: Change, thing: EditedThing<State>) => void;
  /** Takes the edit back. Where the error has the `current` state, `confirmed` is that. */
  onRefused?: (error: Error, change: Change, thing: EditedThing<State>) => void;
  onSettled?: (change: Change, thing: EditedThing<State>) => void;
}

/** The things with edits on their way, by kind and thing. */
const things = new Map<string, { confirmed: unknown; edits: number }>();

const idOf = (kind: string, of: string | number) => `${kind} ${of}`;

function begin(id: string) {
  const thing = things.get(id) ?? { confirmed: undefined, edits: 0 };
  things.set(id, thing);
  thing.edits += 1;
  return thing;
}

function end(id: string) {
  const thing = things.get(id);
  if (thing) thing.edits -= 1;
  if (thing?.edits === 0) things.delete(id);
}

/** The mutation that makes such an edit; its variables are the change. */
function serialEdit<State, Change>(
  client: QueryClient,
  { kind, of = '', queryKey, stateOf, show, send, onSaved, onRefused, onSettled }: SerialEdit<State, Change>,
): MutationOptions<State, Error, Change, EditedThing<State>> {
  const mutationKey = [kind];
  const id = idOf(kind, of);
  return {
    mutationKey,
    scope: { id },
    onMutate: async (change) => {
      const thing = begin(id) as EditedThing<State>;
      thing.confirmed ??= stateOf?.(change);
      show?.(change);
      if (queryKey) {
        await client.cancelQueries({ queryKey });
        show?.(change);
      }
      return thing;
    },
    mutationFn: (change) => send(change, things.get(id) as EditedThing<State>),
    onSuccess: (saved, change, thing) => {
      thing.confirmed = saved;
      onSaved?.(saved, change, thing);
    },
    onError: (error, change, thing) => {
      if (!thing) return;
      if (error instanceof ApiError && error.current) thing.confirmed = error.current as State;
      onRefused?.(error, change, thing);
    },
    onSettled: (_saved, _error, change, thing) => {
      end(id);
      if (thing) onSettled?.(change, thing);
    },
  };
}

/** Makes edits of one thing. */
export function useSerialEdit<State, Change>(edit: SerialEdit<State, Change>) {
  return useMutation(serialEdit(useQueryClient(), edit));
}

/** Makes an edit outside of components; resolves to what the server holds then. Rejects where the server refuses it. */
export async function makeEdit<State, Change>(
  client: QueryClient,
  edit: SerialEdit<State, Change>,
  change: Change,
): Promise<State> {
  const id = idOf(edit.kind, edit.of ?? '');
  // From now on, as the mutation itself begins a little later.
  begin(id);
  try {
    return await client.getMutationCache().build(client, serialEdit(client, edit)).execute(change);
  } finally {
    end(id);
  }
}

/** Whether edits that `makeEdit` or a component makes of the thing are on their way. */
export const isBeingEdited = (kind: string, of: string | number = ''): boolean => things.has(idOf(kind, of));

/** Whether an edit that is being answered is the only one of its kind. Only that one reads data again: before, they would lack the others. */
export const isLastEdit = (client: QueryClient, kind: string): boolean =>
  client.isMutating({ mutationKey: [kind] }) === 1;
