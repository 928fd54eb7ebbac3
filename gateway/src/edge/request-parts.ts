import type { Row, RowBody } from '@pii-vault/contract/row';
import { type AppError, type ErrorDetail, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Request } from 'express';
import type { z } from 'zod';
import { parseJsonBody, readBody } from './body.ts';

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

/** Media type of the body. @throws AppError 415 when the row does not accept it or its charset is not UTF-8 */
function checkMediaType(request: Request, body: RowBody): string {
  const [type = '', ...parameters] = (request.get('content-type') ?? '').toLowerCase().split(';');
  const taken: readonly string[] = typeof body.mediaType === 'string' ? [body.mediaType] : body.mediaType;
  const charsets = parameters.map((part) => part.trim()).filter((part) => part.startsWith('charset='));
  // Many clients write the alias utf8 of the WHATWG Encoding Standard.
  const isUtf8 = charsets.every((charset) => /^charset=(?:utf-?8|"utf-?8")$/.test(charset));
  if (taken.includes(type.trim()) && isUtf8) return type.trim();
  throw invalidArgument('UNSUPPORTED_MEDIA_TYPE', `This call accepts ${taken.join(' or ')} in UTF-8`);
}

/** Whether the request has a body (RFC 9112 section 6.3). */
function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}

/** Letters and at most two consecutive digits: no identity number, e-mail address or phone number has this form. */
const nameable = /^(?!.*\d{3})[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const maxDetails = 20;

/**
 * Validates one part of a request against the contract.
 * @throws AppError INVALID_ARGUMENT / INVALID_REQUEST with a message per path; values are never repeated
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.flatMap(detailsOf));
}

function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const message = first === undefined ? 'The request is not valid' : sentence(first);
  return invalidArgument('INVALID_REQUEST', message, {
    details: details.slice(0, maxDetails),
  });
}

/** Default messages of zod lack the field, so it is added; messages of the contract are complete sentences. */
function sentence({ path, message }: ErrorDetail): string {
  const isGeneric = /^(Invalid|Too|Unknown|Unrecognized)\b/.test(message) && !/^Invalid email/.test(message);
  return path === '' || !isGeneric ? message : `${path}: ${message}`;
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'Unknown key' }));
  if (issue.code === 'invalid_key') return [{ path: pathOf(issue.path), message: 'Unknown key' }];
  return [{ path: pathOf(issue.path), message: issue.message }];
}

/** Keys come from the request and could contain personal data: only those that look like a name are repeated. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' || nameable.test(String(part)) ? String(part) : '…'))
    .join('.');
}
