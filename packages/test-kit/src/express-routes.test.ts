import express, { Router } from 'express';
import { expect, it } from 'vitest';
import { routesOf } from './express-routes.ts';

const answer: express.RequestHandler = (_req, res) => void res.end();

it('the routes of an app are found in all its routers', () => {
  const inner = Router();
  inner.use(answer);
  inner.get('/', answer);
  inner.put('/:id/file', answer, answer);
  const outer = Router();
  outer.use('/inner', answer, inner);
  outer.delete('/:outer', answer);
  const app = express();
  app.use(answer);
  app.get('/health', answer);
  app.use('/api', outer);
  app.use(inner);
  expect(routesOf(app).toSorted()).toEqual(
    [
      'GET /health',
      'GET /api/inner',
      'PUT /api/inner/{id}/file',
      'DELETE /api/{outer}',
      'GET /',
      'PUT /{id}/file',
    ].toSorted(),
  );
});

it('a route whose path is not a string is an error', () => {
  const app = express();
  app.get(/secret/, answer);
  expect(() => routesOf(app)).toThrow('/secret/');
});
