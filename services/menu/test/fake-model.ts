import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Listening, listen } from '@tavola/test-kit/http.ts';
import express from 'express';

/** A request to the fake API. */
export interface Asked {
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    max_completion_tokens: number;
    messages: { role: string; content: string | { type: string; text?: string; image_url?: { url: string } }[] }[];
    response_format: { type: string; json_schema: { strict: boolean; schema: object } };
  };
}

/** What the fake API does with a request. */
type Reaction = (res: ServerResponse) => void;

const sent = (res: ServerResponse, status: number, body: unknown) => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
};

/** A chat completion as an OpenAI-compatible API gives it. */
const completion = (message: object, { tokens, end = 'stop' }: { tokens?: number; end?: string }) => ({
  id: 'chatcmpl-9nYx',
  object: 'chat.completion',
  created: 1_764_000_000,
  model: 'menu-model-2026',
  choices: [
    { index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason: end },
  ],
  ...(tokens !== undefined && {
    usage: { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens },
  }),
});

/** The reactions of such APIs. */
export const reactions = {
  /** Answers with `json`, having used `tokens`. */
  answers:
    (json: unknown, tokens: number | undefined = 100): Reaction =>
    (res) =>
      sent(res, 200, completion({ content: JSON.stringify(json) }, { tokens })),
  /** Doesn't count tokens, as some self-hosted ones. */
  answersUncounted:
    (json: unknown): Reaction =>
    (res) =>
      sent(res, 200, completion({ content: JSON.stringify(json) }, {})),
  answersText:
    (content: string, end = 'stop'): Reaction =>
    (res) =>
      sent(res, 200, completion({ content }, { tokens: 100, end })),
  declines: ((res) =>
    sent(
      res,
      200,
      completion({ content: null, refusal: "I'm sorry, I can't help with that." }, { tokens: 100 }),
    )) as Reaction,
  fails:
    (status: number, message: string): Reaction =>
    (res) =>
      sent(res, status, { error: { message, type: 'error', param: null, code: null } }),
  /** An answer without an end. */
  floods: ((res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
    };
    res.on('drain', more);
    more();
  }) as Reaction,
  /** The connection ends in the middle of an answer. */
  breaksOff: ((res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.write('{"choices":[', () => res.destroy());
  }) as Reaction,
  redirects:
    (to: string): Reaction =>
    (res) => {
      res.writeHead(307, { location: to });
      res.end();
    },
  /** Never answers. */
  hangs: (() => {}) as Reaction,
};

export interface FakeModel extends Listening {
  /** All requests so far. */
  asked: Asked[];
  /** The next requests are reacted to like this, in this order. */
  will(...next: Reaction[]): void;
  /** Requests for which nothing is planned are reacted to like this; without it they fail. */
  otherwise(always?: Reaction): void;
}

/** An OpenAI-compatible API over HTTP, whose reactions the test chooses. */
export async function startFakeModel(): Promise<FakeModel> {
  const asked: Asked[] = [];
  let planned: Reaction[] = [];
  const unplanned = reactions.fails(500, 'nothing was planned');
  let usual = unplanned;
  const app = express();
  app.post('/v1/chat/completions', express.json({ limit: '10mb' }), (req, res) => {
    asked.push({ headers: req.headers, body: req.body });
    const react = planned.shift() ?? usual;
    react(res);
  });
  return {
    ...(await listen(app)),
    asked,
    will: (...next) => {
      planned = next;
    },
    otherwise: (always = unplanned) => {
      usual = always;
    },
  };
}
