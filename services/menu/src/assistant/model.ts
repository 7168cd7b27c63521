import OpenAI, { APIError } from 'openai';
import { z } from 'zod';

/** The largest answer that is read, in bytes. */
const ANSWER_MAX_BYTES = 2_000_000;

/** The most tokens of one answer. */
const ANSWER_MAX_TOKENS = 16_000;

/** About how many tokens a picture counts as, and how many characters a token has, for APIs that don't count. */
const PICTURE_TOKENS = 1_500;
const TOKEN_CHARACTERS = 3;

export interface ModelSettings {
  url: string;
  model: string;
  /** Absent where the API needs none. */
  apiKey: string | undefined;
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

export interface ModelAnswer {
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
export function makeModel({ url, model, apiKey }: ModelSettings): Model {
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
      const sent = sentTokens(messages);
      let read: z.infer<typeof completion>;
      try {
        read = completion.parse(
          await client.chat.completions.create(
            {
              model,
              messages: [...messages],
              max_completion_tokens: ANSWER_MAX_TOKENS,
              response_format: {
                type: 'json_schema',
                json_schema: { name: 'answer', strict: true, schema: strictSchema(schema) },
              },
            },
            { signal },
          ),
        );
      } catch (error) {
        throw failureOf(error, signal, sent);
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

function failureOf(error: unknown, signal: AbortSignal, sent: number): ModelError {
  // The model may have worked on it until then.
  if (signal.aborted) {
    const isLate = (signal.reason as Error).name === 'TimeoutError';
    return new ModelError(isLate ? 'timeout' : 'given-up', { tokens: sent });
  }
  if (error instanceof APIError) {
    if (error.status === undefined) return new ModelError('unreachable');
    return new ModelError(error.status === 429 ? 'busy' : 'rejected', { status: error.status });
  }
  return new ModelError('malformed', { tokens: sent });
}

/** About how many tokens `messages` have. */
function sentTokens(messages: readonly Message[]): number {
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
