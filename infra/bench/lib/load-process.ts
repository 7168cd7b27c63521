import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of infra/bench/load in its own process, so that it does not compete with the bench for one thread. */
interface LoadProcess<Result> {
  /** Its final result. */
  readonly result: Promise<Result>;
  /** Resolves with the value it sent with `ready`. */
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
  // A caller that awaits only one of the promises must not crash because the other rejects.
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

/** In a load process: runs `work` with the input and sends its result. */
export function loadProgram<Input, Result>(
  work: (input: Input, ready: (value?: unknown) => void) => Promise<Result>,
): void {
  // The parent is gone.
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
