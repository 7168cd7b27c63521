import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import type { Assistant } from './assistant.ts';
import { changeQuestion, readRuledMenu, rulesOf } from './change.ts';
import { receivePhoto } from './photo.ts';
import { dishQuestion, photoQuestion, translationsQuestion } from './questions.ts';

/** /api/assistant: suggestions of the AI, if one is set up. They write nothing. */
export function assistantRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.getAssistant, async () => ({ isOn: deps.assistant !== undefined }));

  serve(routes, menuOperations.suggestTranslations, ({ req, tenantId, body }) =>
    assistantOf(deps).answer(tenantId, goneOf(req), async () => translationsQuestion(body)),
  );

  serve(routes, menuOperations.readPhoto, ({ req, tenantId }) =>
    assistantOf(deps).answer(tenantId, goneOf(req), async () => photoQuestion(await receivePhoto(req))),
  );

  serve(routes, menuOperations.suggestDish, ({ req, tenantId, body }) =>
    assistantOf(deps).answer(tenantId, goneOf(req), async () => dishQuestion(body)),
  );

  serve(routes, menuOperations.suggestRules, async ({ req, tenantId, body }) => {
    const readQuestion = async () => changeQuestion(body.text, await readRuledMenu(deps.pool, tenantId));
    return { rules: rulesOf(await assistantOf(deps).answer(tenantId, goneOf(req), readQuestion)) };
  });

  return routes;
}

/** @throws Problem `no-assistant` if no AI is set up. */
function assistantOf({ assistant }: Deps): Assistant {
  if (!assistant) throw new Problem('no-assistant', 'No AI is set up here.');
  return assistant;
}

/** Aborted once the client has gone. */
function goneOf({ res }: Request): AbortSignal {
  const gone = new AbortController();
  res?.once('close', () => gone.abort());
  return gone.signal;
}
