import OpenAI, { APIError } from 'openai';
import { z } from 'zod';

/** The largest answer that is read, in bytes. */
const ANSWER_MAX_BYTES = 2_000_000;

/** About how many tokens a model writes in a second, for answers that failed. */
const TOKENS_PER_SECOND = 250;

/** About how many tokens a picture counts as, and how many characters a token has, for APIs that don't count. */
const PICTURE_TOKENS = 1_500;
const TOKEN_CHARACTERS = 3;

interface ModelSettings {
  url: string;
  model: string;
  /** Absent where the API needs none. */
  apiKey: string | undefined;
  /** The most tokens of one answer. */
  answerTokens: number;
}

/** A picture that a question is about. */
export interface Photo {
  type: string;
  bytes: Buffer;
}

export type Message = OpenAI.ChatCompletionMessageParam;

/** The user's message: `data` as JSON, apart from all instructions. */
export function dataMessage(data: unknown, photo?: Photo): Message {
  const text = JSON.stringify(data);
  if (!photo) return { role: 'user', content: text };
  const url = `data:${photo.type};base64,${photo.bytes.toString('base64')}`;
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url } },
    ],
  };
}

/** Why the model gave no answer. */
export type Failure =
  | 'timeout'
  | 'given-up'
  | 'unreachable'
  | 'misconfigured'
  | 'rejected'
  | 'busy'
  | 'malformed'
  | 'declined'
  | 'too-long';

/** Says why the model gave no answer. It has no text of the API's, which may repeat what was sent. */
export class ModelError extends Error {
  override name = 'ModelError';
  readonly failure: Failure;
  /** The status of the API's answer, if it gave one. */
  readonly status: number | undefined;
  /** Tokens that were used, or may have been. */
  readonly tokens: number;

  constructor(failure: Failure, { status, tokens = 0 }: { status?: number | undefined; tokens?: number } = {}) {
    super(failure);
    this.failure = failure;
    this.status = status;
    this.tokens = tokens;
  }
}

interface ModelAnswer {
  text: string;
  tokens: number;
}

/** A language model behind an OpenAI-compatible API. */
export interface Model {
  /**
   * The model's answer to `messages`, as JSON that should have the form of `schema`.
   * @throws ModelError
   */
  answer(messages: readonly Message[], schema: z.ZodType, signal: AbortSignal): Promise<ModelAnswer>;
}

/** What is read of a chat completion. */
const completion = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ total_tokens: z.int().min(0) }).nullish(),
});

/** The model `model` at `url`. */
export function makeModel({ url, model, apiKey, answerTokens }: ModelSettings): Model {
  const client = new OpenAI({
    baseURL: url,
    // The package wants one; APIs without keys ignore it.
    apiKey: apiKey ?? 'none',
    // Else it would read these from the environment.
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchLimited,
  });
  return {
    async answer(messages, schema, signal) {
      // Nobody waits for it any more, and nothing has been sent.
      if (signal.aborted) throw new ModelError(abortFailure(signal));
      const sent = sentTokens(messages);
      const startedAt = performance.now();
      let read: z.infer<typeof completion>;
      try {
        read = completion.parse(
          await client.chat.completions.create(
            {
              model,
              messages: [...messages],
              max_completion_tokens: answerTokens,
              response_format: {
                type: 'json_schema',
                json_schema: { name: 'answer', strict: true, schema: strictSchema(schema) },
              },
            },
            { signal },
          ),
        );
      } catch (error) {
        // An API may go on with an answer that nobody waits for; one that fails has worked no longer than until now.
        const seconds = (performance.now() - startedAt) / 1_000;
        const written = signal.aborted ? answerTokens : Math.ceil(seconds * TOKENS_PER_SECOND);
        throw failureOf(error, signal, sent + Math.min(written, answerTokens));
      }
      const [{ message, finish_reason: end }] = read.choices;
      const text = message.content ?? '';
      const tokens = read.usage?.total_tokens ?? sent + Math.ceil(text.length / TOKEN_CHARACTERS);
      if (message.refusal || end === 'content_filter') throw new ModelError('declined', { tokens });
      if (end === 'length') throw new ModelError('too-long', { tokens });
      return { text, tokens };
    },
  };
}

const abortFailure = ({ reason }: AbortSignal): Failure =>
  (reason as Error).name === 'TimeoutError' ? 'timeout' : 'given-up';

/** Why there is no answer. It counts `tokens`, unless the model can't have seen the question. */
function failureOf(error: unknown, signal: AbortSignal, tokens: number): ModelError {
  if (signal.aborted) return new ModelError(abortFailure(signal), { tokens });
  if (!(error instanceof APIError)) return new ModelError('malformed', { tokens });
  const { status, code } = error;
  if (status === undefined) return new ModelError('unreachable', { tokens: wasNeverSent(error) ? 0 : tokens });
  if (code === 'context_length_exceeded') return new ModelError('too-long', { status });
  if (MISCONFIGURED.has(status)) return new ModelError('misconfigured', { status });
  if (status === 429) return new ModelError('busy', { status });
  return new ModelError('rejected', { status, tokens: status < 500 ? 0 : tokens });
}

/** An API answers so to a wrong address, key or model, or to a setting that its model does not take. */
const MISCONFIGURED: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Errors before a connection exists. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether `error`, or what caused it, says that there was no connection. */
function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return NO_CONNECTION.has((error as NodeJS.ErrnoException).code) || wasNeverSent(error.cause);
}

/** About how many tokens `messages` have. */
export function sentTokens(messages: readonly Message[]): number {
  const characters = (text: string) => Math.ceil(text.length / TOKEN_CHARACTERS);
  return messages.reduce((sum, { content }) => {
    if (typeof content === 'string') return sum + characters(content);
    const parts = content?.map((part) => (part.type === 'text' ? characters(part.text) : PICTURE_TOKENS)) ?? [];
    return parts.reduce((all, part) => all + part, sum);
  }, 0);
}

/** Keywords that not every API accepts in a strict schema. zod checks them in the answer. */
const ONLY_CHECKED_HERE = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', '$schema'];

/** `schema` as the JSON schema that strict structured outputs take. */
const strictSchema = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const keyword of ONLY_CHECKED_HERE) delete (jsonSchema as Record<string, unknown>)[keyword];
    },
  });

/** As `fetch`, but reads no endless answer, and follows no redirect: another host must not get the key. */
const fetchLimited: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  let bytes = 0;
  const limited = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > ANSWER_MAX_BYTES) controller.error(new Error('the answer is too large'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited ?? null, response);
};
