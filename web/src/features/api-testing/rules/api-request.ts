import type { SampleRequest } from '@pii-vault/contract/code-samples';
import type { Endpoint } from './endpoint.ts';

/** Inputs of the user for one call. */
export interface TypedRequest {
  /** By parameter name; '' is omitted. */
  values: Readonly<Record<string, string>>;
  /** Text of the body; '' for none. */
  body: string;
}

/** Initial inputs: the examples of the contract and the selected company. */
export function initialRequest({ parameters, body }: Endpoint, companyId: number | undefined): TypedRequest {
  const values = parameters
    .filter((parameter) => parameter.in === 'path' || parameter.required || parameter.name === 'companyId')
    .map(({ name, example }) => [
      name,
      name === 'companyId' && companyId !== undefined ? String(companyId) : String(example ?? ''),
    ]);
  return { values: Object.fromEntries(values), body: bodyText(body, companyId) };
}

function bodyText(body: Endpoint['body'], companyId: number | undefined): string {
  if (body?.example === undefined) return '';
  if (typeof body.example === 'string') return body.example;
  const own =
    companyId !== undefined && typeof body.example === 'object' && body.example && 'companyId' in body.example
      ? { ...body.example, companyId }
      : body.example;
  return JSON.stringify(own, null, 2);
}

/** Path and query below the base address. */
export function pathOf({ path, parameters }: Endpoint, { values }: TypedRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? '';
    if (place === 'query' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** @throws SyntaxError if the text is not valid JSON */
export const parsedBody = (text: string): unknown => JSON.parse(text);

/**
 * Reason why the call cannot be sent, as a key below `blocked.` in the texts; undefined if it can. Bodies are sent for
 * POST only.
 */
export function blockedBy(
  { method, body, parameters }: Endpoint,
  { values, body: text }: TypedRequest,
): 'body' | 'stream' | 'json' | 'path' | undefined {
  if (parameters.some(({ name, required }) => required && (values[name] ?? '').trim() === '')) return 'path';
  if (body === undefined) return undefined;
  if (method !== 'POST') return 'body';
  if (body.mediaType !== 'application/json') return 'stream';
  try {
    parsedBody(text);
    return undefined;
  } catch {
    return 'json';
  }
}

/** Data for the code samples. A body that is not valid JSON is shown as text. */
export function sampleOf(endpoint: Endpoint, typed: TypedRequest, baseUrl: string): SampleRequest {
  const { body } = endpoint;
  const common = {
    method: endpoint.method,
    path: pathOf(endpoint, typed),
    baseUrl,
    needsToken: endpoint.needsToken,
    answer: endpoint.answer,
  };
  if (body === undefined || typed.body.trim() === '') return common;
  if (body.mediaType !== 'application/json')
    return { ...common, body: typed.body, contentType: body.mediaType };
  try {
    return { ...common, body: parsedBody(typed.body) };
  } catch {
    return common;
  }
}
