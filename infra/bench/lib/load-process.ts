import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of infra/bench/load that runs in a process of its own, so that the bench and it don't take turns. */
export interface LoadProcess<Result> {
  /** What it has to say in the end. */
  readonly result: Promise<Result>;
  /** Resolves when it has said `ready`, with what it said. */
  readonly ready: Promise<unknown>;
  tell(message: unknown): void;
  stop(): void;
}

type Message = { ready: unknown } | { result: unknown } | { error: string };

/** Starts infra/bench/load/`name`.ts with `input`. */
export function startLoad<Result>(name: string, input: unknown): LoadProcess<Result> {
  const file = fileURLToPath(new URL(`../load/${name}.ts`, import.meta.url));
  const child = fork(file, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // JSON has no NaN.
    serialization: 'advanced',
  });
  const ready = Promise.withResolvers<unknown>();
  const result = Promise.withResolvers<Result>();
  const ended = result.promise.finally(() => child.kill());
  // Whoever waits for only one of them must not be ended by the other.
  ready.promise.catch(() => {});
  ended.catch(() => {});
  const fail = (error: Error) => {
    ready.reject(error);
    result.reject(error);
  };
  child.on('message', (message: Message) => {
    if ('ready' in message) ready.resolve(message.ready);
    else if ('result' in message) result.resolve(message.result as Result);
    else fail(new Error(`${name}: ${message.error}`));
  });
  child.on('exit', (code) => fail(new Error(`the load process ${name} ended early (${code})`)));
  child.send(input as object);
  return {
    ready: ready.promise,
    result: ended,
    tell: (message) => void child.send(message as object),
    stop: () => void child.kill(),
  };
}

/** In a load process: does `work` with the input, and sends what it gives. */
export function loadProgram<Input, Result>(
  work: (input: Input, ready: (value?: unknown) => void) => Promise<Result>,
): void {
  // Nobody is left to tell.
  process.once('disconnect', () => process.exit());
  process.once('message', async (input) => {
    try {
      const result = await work(input as Input, (value = null) => process.send?.({ ready: value }));
      process.send?.({ result });
    } catch (error) {
      process.send?.({ error: (error as Error).message });
    }
  });
}
