import type { Row } from '@pii-vault/contract/row';
import type { Request } from 'express';
import { parseJsonBody } from './json-body.ts';
import { checkMediaType, hasBody } from './media-type.ts';
import { readBody } from './read-body.ts';
import { invalidRequest, validate } from './validate.ts';

/** Parts of a request before validation. */
export interface RawParts {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const emptyBodyLimit = 1024;

/** Reads and parses the parts that the row accepts; its handler reads a streamed body. */
export async function readParts(request: Request, row: Row, patienceMs: number): Promise<RawParts> {
  const query = givenQuery(request);
  if (row.body === undefined) {
    await refuseBody(request, patienceMs);
    return { query, body: undefined };
  }
  checkMediaType(request, row.body);
  if (row.body.schema === undefined) return { query, body: undefined };
  return { query, body: parseJsonBody(await readBody(request, row.body.limitBytes, patienceMs)) };
}

/** An empty parameter, such as `?role=`, counts as absent. NUL is refused, because PostgreSQL does not accept it. */
function givenQuery(request: Request): Record<string, unknown> {
  if (!isEncoded(request))
    throw invalidRequest([{ path: '', message: 'The query is not URL-encoded UTF-8' }]);
  const given = Object.entries(request.query).filter(([, value]) => value !== '');
  for (const [path, value] of given)
    if (String(value).includes('\0')) throw invalidRequest([{ path, message: 'NUL is not allowed' }]);
  return Object.fromEntries(given);
}

/** The query parser reads invalid UTF-8 as U+FFFD, so that different queries would become equal. */
function isEncoded({ url }: Request): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** A call without a body accepts an empty JSON object, which some clients always send. */
async function refuseBody(request: Request, patienceMs: number): Promise<void> {
  if (!hasBody(request)) return;
  checkMediaType(request, { mediaType: 'application/json', limitBytes: emptyBodyLimit });
  const body = parseJsonBody(await readBody(request, emptyBodyLimit, patienceMs));
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  if (!isEmpty) throw invalidRequest([{ path: '', message: 'This call accepts no body' }]);
}

/** The company in the request, before validation: it determines the token. */
export function namedCompany({ query, body }: RawParts): number | undefined {
  const fromQuery =
    typeof query.companyId === 'string' && /^\d{1,15}$/.test(query.companyId) ? query.companyId : 0;
  const fromBody = typeof body === 'object' && body !== null && 'companyId' in body ? body.companyId : 0;
  const id = Number(fromQuery || (typeof fromBody === 'number' ? fromBody : 0));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Path, query and body with the types of the contract. @throws AppError INVALID_ARGUMENT */
export function validateParts(request: Request, row: Row, raw: RawParts) {
  return {
    params: row.params === undefined ? undefined : validate(row.params, request.params),
    query: row.query === undefined ? noQuery(raw) : validate(row.query, raw.query),
    body: row.body?.schema === undefined ? undefined : validate(row.body.schema, raw.body),
  };
}

function noQuery({ query }: RawParts): undefined {
  const [name] = Object.keys(query);
  if (name !== undefined) throw invalidRequest([{ path: '', message: 'This call accepts no query' }]);
}
