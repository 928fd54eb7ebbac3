import { z } from 'zod';
import { problemHeaders, responseHeaderComponents, retryHeaders, successHeaders } from './answer-headers.ts';
import { urlOf } from './client.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import { nounGroups, nounTitles } from './noun-titles.ts';
import { permissionMeanings } from './permissions.ts';
import { type ProblemStatus, problemMeanings, problemStatuses } from './problem-statuses.ts';
import { routesByNoun } from './routes.ts';
import { idempotencyKeyPattern, ifMatchPattern, type Row, responseTypes } from './row.ts';

type Json = Readonly<Record<string, unknown>>;

const description = `Stores personal data of many companies encrypted, reveals it for a purpose, and proves every access.

The base path is \`/api\`; requests and responses are JSON. Send \`Authorization: Bearer\` with a session token, a test
token, or \`clientId:secret\` of an API client. Errors are \`application/problem+json\` with \`message\` for people and
\`reason\` for programs. \`Link: …; rel="next"\` has the next page of a list.

401 Unauthorized: missing or invalid token · 403 Forbidden: insufficient permissions · 200 OK.

The samples read two environment variables: \`PIIVAULT_URL\`, for example \`http://localhost:8080/api\`, and
\`PIIVAULT_TOKEN\`. Replace the example ids with your own.`;

/** OpenAPI 3.1 document of the whole contract; schemas are JSON Schema 2020-12, generated from zod. */
export function openApiDocument(serverUrl: string): Json {
  const steps = openApiSteps(serverUrl);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Creates the document in steps of one call each, because all together take some 200 ms. */
export function* openApiSteps(serverUrl: string): Generator<void, Json> {
  const components = new Map<string, Json>();
  const paths = new Map<string, Record<string, Json>>();
  for (const [noun, rows] of Object.entries<readonly Row[]>(routesByNoun))
    for (const row of rows) {
      const operations = paths.get(row.path) ?? {};
      operations[row.method.toLowerCase()] = operation(noun, row, components);
      paths.set(row.path, operations);
      yield;
    }
  components.set('Problem', problemSchema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'PII Vault API',
      version: '1',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: nounGroups.flatMap(({ nouns }) => Object.values(nouns).map((name) => ({ name }))),
    'x-tagGroups': nounGroups.map(({ name, nouns }) => ({ name, tags: Object.values(nouns) })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(components),
      headers: responseHeaderComponents,
      responses: problems(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, or clientId:secret of an API client',
        },
      },
    },
  };
}

const freshProof =
  'Grants access: requires a sign-in, or a proof by ' +
  'POST /auth/confirm, within the last five minutes; otherwise 403 FRESH_PROOF_REQUIRED. API credentials and delegated tokens need access:automate.';

function operation(noun: string, row: Row, components: Map<string, Json>): Json {
  const { permission, proof } = row;
  const needs = [
    ...(permission === undefined ? [] : [`Needs ${permission}: ${permissionMeanings[permission]}.`]),
    ...(proof === undefined ? [] : [freshProof]),
  ];
  return {
    operationId: `${row.method.toLowerCase()}${row.path.replace(/\W+(\w)?/g, (_, c: string = '') => c.toUpperCase())}`,
    tags: [nounTitles.get(noun)],
    summary: row.summary,
    ...(needs.length === 0 ? {} : { description: needs.join(' ') }),
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    ...(proof === undefined ? {} : { 'x-proof': proof }),
    security: row.auth === 'public' ? [] : [{ bearer: [] }],
    'x-codeSamples': samplesOf(row),
    parameters: parameters(row, components),
    ...(row.body === undefined ? {} : { requestBody: requestBody(row, components) }),
    responses: {
      [row.status ?? 200]: { description: 'Success', ...answer(row, components) },
      ...(row.mayBePending
        ? {
            202: {
              description: 'Not finished: poll the address in Location',
              ...answer(unfinished(row), components),
            },
          }
        : {}),
      ...Object.fromEntries(problemStatuses(row).map((status) => [status, problemOf(status)])),
      default: problemOf('default'),
    },
  };
}

/** Code samples of the row's example. */
function samplesOf(row: Row): readonly CodeSample[] {
  const { params, query, body } = row.example;
  const [type = 'application/json'] = row.example.response === undefined ? [] : responseTypes(row);
  const mediaType = typeof row.body?.mediaType === 'string' ? row.body.mediaType : row.body?.mediaType[0];
  return codeSamples({
    method: row.method,
    path: urlOf('', row.path, { params: { ...Object(params) }, query: { ...Object(query) } }),
    needsToken: row.auth !== 'public',
    ...(body === undefined ? {} : { body }),
    ...(mediaType === undefined ? {} : { contentType: mediaType }),
    answer: type === 'application/json' ? 'json' : type === 'application/pdf' ? 'bytes' : 'text',
  });
}

const unfinished = (row: Row): Row => ({ ...row, responseHeaders: ['Location'] });

function answer(row: Row, components: Map<string, Json>): Json {
  return {
    headers: successHeaders(row),
    content: Object.fromEntries(
      responseTypes(row).map((type) => [type, answerContent(row, type, components)]),
    ),
  };
}

const problemOf = (status: ProblemStatus | 'default'): Json => ({
  $ref: `#/components/responses/Problem-${status}`,
});

/** CSV is text without a schema, a PDF is bytes; JSON has a schema and an example. */
function answerContent(row: Row, type: string, components: Map<string, Json>): Json {
  if (type === 'application/pdf') return {};
  if (type === 'text/csv') return { schema: { type: 'string' } };
  return { schema: schemaOf(row.response, 'output', components), example: row.example.response };
}

function parameters(row: Row, components: Map<string, Json>): Json[] {
  const list = (['path', 'query'] as const).flatMap((place) => {
    const shape = (place === 'path' ? row.params : row.query)?.shape ?? {};
    const examples = new Map(
      Object.entries(Object(place === 'path' ? row.example.params : row.example.query)),
    );
    return Object.entries(shape).map(([name, type]) => {
      const isOptional = z.safeParse(type, undefined).success;
      return {
        name,
        in: place,
        required: place === 'path' || !isOptional,
        ...(place === 'query' ? { style: 'form', explode: false } : {}),
        // An empty value, such as `?role=`, counts as absent.
        ...(place === 'query' && isOptional ? { allowEmptyValue: true } : {}),
        schema: schemaOf(type as z.ZodType, 'input', components),
        ...(examples.has(name) ? { example: examples.get(name) } : {}),
      };
    });
  });
  return [
    ...list,
    ...(row.idempotent === true
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: keySchema }]
      : []),
    ...(problemStatuses(row).includes(412) ? [ifMatchParameter] : []),
  ];
}

function requestBody({ body, example }: Row, components: Map<string, Json>): Json {
  const types =
    body === undefined ? [] : typeof body.mediaType === 'string' ? [body.mediaType] : body.mediaType;
  const schema = body?.schema === undefined ? { type: 'string' } : schemaOf(body.schema, 'input', components);
  const content = types.map((type) => [
    type,
    { schema, ...(example.body === undefined ? {} : { example: example.body }) },
  ]);
  return {
    required: true,
    description: `At most ${body?.limitBytes} bytes`,
    content: Object.fromEntries(content),
  };
}

/** JSON Schema of a zod schema; named schemas become components with references. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Map<string, Json>): Json {
  // Wrapped in an object, so that a named schema also becomes a reference.
  const made = z.toJSONSchema(z.object({ it: schema.optional() }), { io, unrepresentable: 'any' });
  const text = JSON.stringify({ it: made.properties?.it ?? {}, defs: made.$defs ?? {} });
  const moved: { it: Json; defs: Record<string, Json> } = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  for (const [name, { id: _, ...definition }] of Object.entries(moved.defs)) components.set(name, definition);
  return moved.it;
}

/** RFC 9457 problems; problemOf creates them. */
function problems(): Json {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const known = Object.entries(problemMeanings).map(([status, description]) => [
    `Problem-${status}`,
    { description, headers: problemHeaders, content },
  ]);
  const description = 'Rate limited (429), overloaded (503), timed out (504), or an internal error';
  return { ...Object.fromEntries(known), 'Problem-default': { description, headers: retryHeaders, content } };
}

const keySchema: Json = { type: 'string', pattern: idempotencyKeyPattern.source };

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the resource as read; 412 when it has changed since',
  schema: { type: 'string', pattern: ifMatchPattern.source },
};

const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message', 'reason', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    message: { type: 'string', description: 'Same as detail' },
    reason: { type: 'string', description: 'Stable, for programs' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    error: { type: 'string', description: 'Same as title; only for 5xx' },
    success: { type: 'boolean', description: 'false; only for a login' },
    reasons: { type: 'array', items: { type: 'string' }, description: 'Why a login is blocked' },
  },
};
