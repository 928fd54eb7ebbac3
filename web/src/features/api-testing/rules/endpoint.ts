import type { JsonSchema } from './json-schema.ts';

/** The parts of the OpenAPI document that the console reads. */
export interface OpenApi {
  tags: ReadonlyArray<{ name: string }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>> };
}

interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  'x-permission'?: string;
  security: readonly unknown[];
  parameters: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
}

/** One call of the API. */
export interface Endpoint {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  permission: string | undefined;
  /** The call requires authentication. */
  needsToken: boolean;
  /** Path and query parameters. Headers appear in the code samples only. */
  parameters: readonly Parameter[];
  body: { mediaType: string; schema: JsonSchema; example: unknown } | undefined;
  answer: 'json' | 'text' | 'bytes';
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Every call, in the order of the document's tags. */
export function endpointsOf({ paths, tags }: OpenApi): readonly Endpoint[] {
  const order = tags.map(({ name }) => name);
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([name, operation]) => {
        const method = methods.find((one) => one === name.toUpperCase());
        return method === undefined ? [] : [endpointOf(method, path, operation)];
      }),
    )
    .sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
}

function endpointOf(method: Endpoint['method'], path: string, operation: Operation): Endpoint {
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  return {
    id: operation.operationId,
    method,
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    permission: operation['x-permission'],
    needsToken: operation.security.length > 0,
    parameters: operation.parameters.filter((parameter) => parameter.in !== 'header'),
    body: content && { mediaType: content[0], schema: content[1].schema, example: content[1].example },
    answer: answerOf(operation),
  };
}

function answerOf({ responses }: Operation): Endpoint['answer'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [type = 'application/json'] = Object.keys(success?.content ?? {});
  if (type === 'application/json') return 'json';
  return type === 'application/pdf' ? 'bytes' : 'text';
}

/** Calls whose path, summary or tag contains each word of the search. */
export function searchEndpoints(endpoints: readonly Endpoint[], search: string): readonly Endpoint[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return endpoints.filter(({ method, path, summary, tag }) => {
    const text = `${method} ${path} ${summary} ${tag}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
