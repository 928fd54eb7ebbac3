import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RowBody {
  /** Absent for a body that is streamed and parsed by its service. */
  schema?: z.ZodType;
  mediaType: string | readonly string[];
  /** Upper bound in bytes of the body after decompression. */
  limitBytes: number;
}

const fileTypes = ['text/csv', 'application/json', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

/** Exactly one of these stands for each call; gateway, OpenAPI, docs and client read it. */
export interface Row {
  method: Method;
  /** Below `/api`, with `{name}` for parameters. */
  path: `/${string}`;
  auth: 'public' | 'caller' | 'permission';
  /** Present if and only if auth is 'permission'. */
  permission?: Permission;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: RowBody;
  response: z.ZodType;
  /** Status of success, 200 unless said. */
  status?: 200 | 201 | 202;
  /** The answer may also be 202: it is not finished, Location tells where to ask. */
  mayTakeLonger?: boolean;
  /** 'application/json' unless said. */
  produces?: string;
  /** The answer is a file, streamed as one of these types; `response` and its example are those of the JSON. */
  files?: readonly FileType[];
  /** What its success tells by a header: the version of what is answered, or where to ask for what is made. */
  tells?: readonly ('ETag' | 'Location')[];
  /** The list carries Link rel=next and, where it is cheap, X-Total-Count. */
  paged?: boolean;
  /** Honours Idempotency-Key. */
  idempotent?: boolean;
  /** The body is streamed: idle limit of 30 s instead of the total deadline of 10 s. */
  streaming?: boolean;
  /** How long an answer may take in ms, 10,000 unless said: this call does what others only ask about. */
  deadlineMs?: number;
  /** The answer shows plaintext or ends a person: the caller's liveness may be 1 s old at most. */
  reveals?: boolean;
  /** The call mints or widens access: it asks for a proof again, unless one was given within five minutes. */
  proof?: 'fresh';
  /** What a restricted session (GET /auth/session: `lacks`) may lack and still call; every other call is refused: 403. */
  lacking?: readonly ('second_factor' | 'factor_enrolment')[];
  /** The console's own polling: it does not keep an idle session alive. */
  passive?: boolean;
  /** What may be refused although every part of the request is right, beside what problemStatuses derives; 412: it honours If-Match. */
  refusals?: readonly (409 | 410 | 412)[];
  summary: string;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
}

/** What a client may choose as the key of a call that creates: visible ASCII. */
export const idempotencyKeyPattern = /^[!-~]{1,200}$/;
/** If-Match: any version, or one as an ETag tells it; group 1 is its number. */
export const ifMatchPattern = /^(?:\*|"([0-9]{1,18})")$/;

export const KiB = 1024;
export const MiB = 1024 * KiB;
const defaultLimitBytes = 256 * KiB;

/** A JSON body; 256 KiB unless the row needs more. */
export const json = <S extends z.ZodType>(schema: S, limitBytes: number = defaultLimitBytes) => ({
  schema,
  mediaType: 'application/json' as const,
  limitBytes,
});

/** Media types of a success. */
export const answerTypes = ({ files, produces }: Row): readonly string[] =>
  files ?? [produces ?? 'application/json'];

/** Keeps the row's literal types, so that the client is typed by `METHOD /path`. */
export const row = <const R extends Row>(definition: R): R => definition;
