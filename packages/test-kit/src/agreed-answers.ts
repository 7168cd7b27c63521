import { type DescribedAnswer, openApiDocument } from '@tavola/contracts/operations/openapi.ts';
import { operationOf } from '@tavola/contracts/operations/operations.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

const validators = new Map<string, ValidateFunction>();

/** The validator of the schema at `pointer` in the document. */
function validatorAt(pointer: string): ValidateFunction {
  let validator = validators.get(pointer);
  if (!validator) {
    validator = ajv.compile({ $ref: `openapi#${pointer}` });
    validators.set(pointer, validator);
  }
  return validator;
}

const escaped = (key: string | number) =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent);

/** A response as a client received it. */
export interface Answered {
  method: string;
  /** As requested; the query is ignored. */
  path: string;
  status: number;
  /** The Content-Type header; null where there was none. */
  contentType: string | null;
  /** Left out for responses that do not end, such as streams. */
  text?: string;
}

/** Routes for other services and orchestrators are not in the API's document. */
const isInternal = (path: string) => /^\/(internal|health)\//.test(path);

/** How a response differs from the API's document; empty where it matches. */
export function disagreements(answered: Answered): string[] {
  const path = answered.path.split('?', 1)[0] as string;
  // Express answers OPTIONS itself for every route.
  if (isInternal(path) || answered.method === 'OPTIONS') return [];
  const operation = operationOf(answered.method, path);
  if (!operation) {
    if (answered.status < 400) return [`${answered.method} ${path} is in no table of operations`];
    return disagreementsOfBody(answered, { 'application/problem+json': {} }, () => '/components/schemas/Problem');
  }
  const method = operation.method.toLowerCase();
  const answers = document.paths[operation.path]?.[method]?.responses ?? {};
  const agreed: DescribedAnswer | undefined = answers[answered.status];
  if (!agreed) return [`status ${answered.status} is none of ${operation.id}'s: ${Object.keys(answers).join(', ')}`];
  const pointer = ['paths', operation.path, method, 'responses', answered.status, 'content'].map(escaped).join('/');
  return disagreementsOfBody(answered, agreed.content, (type) => `/${pointer}/${escaped(type)}/schema`);
}

function disagreementsOfBody(
  { method, status, contentType, text }: Answered,
  content: DescribedAnswer['content'],
  pointerOf: (type: string) => string,
): string[] {
  if (!content) return text ? [`status ${status} has a body: ${text.slice(0, 200)}`] : [];
  const type = contentType?.split(';', 1)[0]?.trim() ?? 'none';
  if (!(type in content))
    return [`content type ${type} is none of status ${status}'s: ${Object.keys(content).join(', ')}`];
  if (text === undefined || method === 'HEAD' || !/[/+]json$/.test(type) || type === 'application/manifest+json')
    return [];
  const validate = validatorAt(pointerOf(type));
  if (validate(parsed(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `fetch` for running services: throws if the response differs from the API's document. Of streams it checks only status
 * and content type.
 * @throws Error that lists the differences.
 */
export async function agreedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const contentType = response.headers.get('content-type');
  const isStream = contentType?.startsWith('text/event-stream');
  const method = init.method ?? 'GET';
  const path = url.slice(new URL(url).origin.length);
  const found = disagreements({
    method,
    path,
    status: response.status,
    contentType,
    ...(!isStream && { text: await response.clone().text() }),
  });
  if (found.length > 0) {
    throw new Error(`${method} ${path} is not answered as the OpenAPI document says:\n  ${found.join('\n  ')}`);
  }
  return response;
}
