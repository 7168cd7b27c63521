import { z } from 'zod';
import { adminStats, auditEntry, auditLog, betaApplication, betaApplications, reviewedApplication } from '../admin.ts';
import { analytics, dashboardStats } from '../analytics.ts';
import { place, session, sessionInfo, signedInUser, tenant, user } from '../auth.ts';
import { optionGroup } from '../choices.ts';
import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode, problemSchema } from '../errors.ts';
import { history, menuChange, menuChanges } from '../history.ts';
import { category, menuItem } from '../menu.ts';
import { PRODUCT_NAME } from '../product.ts';
import { publicMenu } from '../public-menu.ts';
import { code, codeList, codeRun, codeStyle, printedSheet, printedSheets, qrCode, sheet, sheetMade } from '../qr.ts';
import { invitation, invitationView, kitchenDevice, member, switchedSession, team } from '../team.ts';
import { SERVICES, TOPOLOGY } from '../topology.ts';
import { type Operation, type OperationAnswer, problemsOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Json = Record<string, unknown>;

/** A response as the document describes it. */
export interface DescribedAnswer {
  description: string;
  headers?: Json;
  /** By media type; left out where there is no body. */
  content?: Record<string, { schema?: Json }>;
}

/** The parts of an OpenAPI 3.1 document that code here reads. */
interface OpenApiDocument extends Json {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
}

/** The document's names for response schemas. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  AdminStats: adminStats,
  Analytics: analytics,
  AuditEntry: auditEntry,
  AuditLog: auditLog,
  BetaApplication: betaApplication,
  BetaApplications: betaApplications,
  Category: category,
  Code: code,
  CodeList: codeList,
  CodeRun: codeRun,
  CodeStyle: codeStyle,
  DashboardStats: dashboardStats,
  History: history,
  Invitation: invitation,
  InvitationView: invitationView,
  KitchenDevice: kitchenDevice,
  Member: member,
  MenuChange: menuChange,
  MenuChanges: menuChanges,
  MenuItem: menuItem,
  OptionGroup: optionGroup,
  Place: place,
  PrintedSheet: printedSheet,
  PrintedSheets: printedSheets,
  Problem: problemSchema,
  PublicMenu: publicMenu,
  QrCode: qrCode,
  ReviewedApplication: reviewedApplication,
  Session: session,
  SessionInfo: sessionInfo,
  Sheet: sheet,
  SheetMade: sheetMade,
  SignedInUser: signedInUser,
  SwitchedSession: switchedSession,
  Team: team,
  Tenant: tenant,
  User: user,
};

const DESCRIPTION = `All public calls. Send the token from the log-in as \`Authorization: Bearer …\`.
Every error is a problem (RFC 9457) with a \`type\` from a closed list. Unknown paths get \`not-found\`.`;

const SCHEMAS = '#/components/schemas/';

/** An OpenAPI 3.1 document of every operation. Responses are closed: a field that is not described is an error. */
export function openApiDocument(): OpenApiDocument {
  const answers = answerSchemas(OPERATIONS);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of OPERATIONS) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describedOperation(operation, answers.of);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT_NAME} API`, version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: SERVICES.map((name) => ({ name, description: TOPOLOGY[name].title })),
    paths,
    components: {
      schemas: answers.named,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const ONCE_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request repeated with the same key within 24 hours is executed once and gets the same answer.',
  schema: { type: 'string', maxLength: 200 },
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the state to change. If the state has changed, nothing is written.',
  schema: { type: 'string' },
};

function describedOperation(operation: Operation, schemaOf: (schema: z.ZodType) => Json) {
  const {
    id,
    service,
    who,
    summary,
    params = {},
    query,
    acceptsIfMatch,
    acceptsIdempotencyKey,
    body,
    upload,
  } = operation;
  const asked = query ? jsonSchema(query) : {};
  const required = (asked.required ?? []) as string[];
  return {
    operationId: id,
    tags: [service],
    summary,
    ...(who === 'admin' && { description: 'For platform admins.' }),
    security: who === 'anyone' ? [] : [{ token: [] }],
    ...((query || operation.params || acceptsIfMatch || acceptsIdempotencyKey) && {
      parameters: [
        ...Object.entries(params).map(([name, schema]) => ({
          name,
          in: 'path',
          required: true,
          schema: jsonSchema(schema),
        })),
        ...Object.entries((asked.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
          name,
          in: 'query',
          ...(required.includes(name) && { required: true }),
          schema,
        })),
        ...(acceptsIfMatch ? [IF_MATCH] : []),
        ...(acceptsIdempotencyKey ? [ONCE_KEY] : []),
      ],
    }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
    }),
    responses: describedAnswers(operation, schemaOf),
  };
}

function describedAnswers(
  operation: Operation,
  schemaOf: (schema: z.ZodType) => Json,
): Record<string, DescribedAnswer> {
  const described: Record<string, DescribedAnswer> = {};
  for (const [status, answer] of Object.entries(operation.answers)) {
    described[status] = {
      description: answer.what,
      ...(answer.isTagged && {
        headers: { ETag: { description: 'Tag of the current state.', schema: { type: 'string' } } },
      }),
      ...(status === '302' && { headers: { Location: { schema: { type: 'string' } } } }),
      ...(answer.type !== undefined && { content: contentOf(answer, answer.type, schemaOf) }),
    };
  }
  const problems = Map.groupBy(problemsOf(operation), (problem) => PROBLEMS[problem].status);
  for (const [status, codes] of problems) {
    const own = described[status];
    const titles = codes.map((problem) => `${PROBLEMS[problem].title}.`).join(' ');
    described[status] = {
      description: own ? `${own.description} ${titles}` : titles,
      content: { ...own?.content, 'application/problem+json': { schema: oneOfProblems(codes) } },
    };
  }
  return described;
}

const oneOfProblems = (codes: readonly ProblemCode[]): Json => ({
  allOf: [{ $ref: `${SCHEMAS}Problem` }],
  properties: { type: { enum: codes.map((problem) => `${PROBLEM_TYPE_PREFIX}${problem}`) } },
});

function contentOf(
  { schema }: OperationAnswer,
  type: string | readonly string[],
  schemaOf: (schema: z.ZodType) => Json,
): NonNullable<DescribedAnswer['content']> {
  const types = typeof type === 'string' ? [type] : type;
  return Object.fromEntries(
    types.map((one) => [one, schema ? { schema: schemaOf(schema) } : one.startsWith('text/') ? TEXT : {}]),
  );
}

const TEXT = { schema: { type: 'string' } };

/** The schemas of all responses. They reference each other instead of repeating themselves. */
function answerSchemas(operations: readonly Operation[]) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const unnamed = operations
    .flatMap(({ answers }) => Object.values(answers).map(({ schema }) => schema))
    .filter((schema) => schema !== undefined && !registry.has(schema));
  for (const [at, schema] of unnamed.entries()) registry.add(schema as z.ZodType, { id: `unnamed-${at}` });
  const { schemas } = z.toJSONSchema(registry, { ...rules('output'), uri: (id) => SCHEMAS + id });
  const written = (id: string) => withoutIds(schemas[id] as Json);
  return {
    named: Object.fromEntries(Object.keys(NAMED).map((id) => [id, written(id)])),
    of(schema: z.ZodType): Json {
      const { id } = registry.get(schema) as { id: string };
      return id in NAMED ? { $ref: SCHEMAS + id } : written(id);
    },
  };
}

const jsonSchema = (schema: z.ZodType): Json => withoutIds(z.toJSONSchema(schema, rules('input')) as Json);

/** JSON Schema can't express checks in code: there the document allows more than the service does. */
const rules = (io: 'input' | 'output') =>
  ({
    io,
    unrepresentable: 'any',
    override({ jsonSchema }: { jsonSchema: Json }) {
      // The limits of safe integers are left out as obvious.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as const;

const withoutIds = ({ $schema, $id, ...schema }: Json): Json => schema;
