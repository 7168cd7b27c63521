import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { addressOf, networkKey } from '@tavola/service-kit/http/address-key.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import type { Assistant } from './assistant.ts';
import { changeQuestion, readRuledMenu, rulesOf } from './change.ts';
import { receivePhoto } from './photo.ts';
import { dishQuestion, photoQuestion, translationsQuestion } from './questions.ts';

/** /api/assistant: suggestions of the AI, if one is set up. They write nothing. /api/language-model: whether one is. */
export function assistantRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const startQuestion = (req: Request, tenantId: string, { sub: userId }: Access) =>
    assistantOf(deps).startQuestion({ tenantId, userId, network: networkKey(addressOf(req)) }, currentRequest()?.gone);

  const state = async () => ({ isOn: deps.assistant !== undefined });
  serve(routes, menuOperations.getAssistant, state);
  serve(routes, menuOperations.getModelState, state);

  serve(routes, menuOperations.suggestTranslations, async ({ req, tenantId, access, body }) => {
    using open = await startQuestion(req, tenantId, access);
    return await open.answer(translationsQuestion(body));
  });

  serve(routes, menuOperations.readPhoto, async ({ req, tenantId, access }) => {
    using open = await startQuestion(req, tenantId, access);
    return await open.answer(photoQuestion(await receivePhoto(req)));
  });

  serve(routes, menuOperations.suggestDish, async ({ req, tenantId, access, body }) => {
    using open = await startQuestion(req, tenantId, access);
    return await open.answer(dishQuestion(body));
  });

  serve(routes, menuOperations.suggestRules, async ({ req, tenantId, access, body }) => {
    using open = await startQuestion(req, tenantId, access);
    const question = changeQuestion(body.text, await readRuledMenu(deps.pool, tenantId));
    return { rules: rulesOf(await open.answer(question)) };
  });

  return routes;
}

/** @throws Problem `no-assistant` if no AI is set up. */
function assistantOf({ assistant }: Deps): Assistant {
  if (!assistant) throw new Problem('no-assistant', 'No AI is set up here.');
  return assistant;
}
