import { SERVICE_TOKEN_HEADER } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { READY_PATH, sayReady } from '@tavola/service-kit/runtime/health.ts';
import express, { type ErrorRequestHandler } from 'express';
import { type Listening, listen } from './http.ts';
import { SERVICE_TOKEN } from './tokens.ts';

/**
 * A fake of another service. `answers` returns the JSON for a path (`/internal/…?…`), undefined for a 404, or throws a
 * Problem or, for a 500, any other error; a promise delays the response. Like a real service it requires the service token and
 * reports that it is ready.
 */
export function fakeService(answers: (path: string) => unknown): Promise<Listening> {
  const app = express();
  app.get(READY_PATH, (_req, res) => sayReady(res, true));
  app.use(async (req, res) => {
    if (req.get(SERVICE_TOKEN_HEADER) !== SERVICE_TOKEN) return void res.status(404).end();
    const answer = await answers(req.originalUrl);
    if (answer === undefined) return void res.status(404).end();
    res.json(answer);
  });
  const problemAnswer: ErrorRequestHandler = (error, _req, res, next) =>
    error instanceof Problem ? sendProblem(res, error, 'fake') : next(error);
  app.use(problemAnswer);
  return listen(app);
}
