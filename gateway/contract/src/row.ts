import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RowBody {
  /** Absent for a body that the gateway streams and its service parses. */
  schema?: z.ZodType;
  mediaType: string | readonly string[];
  /** Maximum size of the body in bytes after decompression. */
  limitBytes: number;
}

const fileTypes = ['text/csv', 'application/json', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

type Key = `${Method} /${string}`;

/** The name of a call, and its parts. */
interface Named<K extends Key> {
  key: K;
  method: K extends `${infer M extends Method} ${string}` ? M : never;
  /** Path below `/api`, with `{name}` for parameters. */
  path: K extends `${Method} ${infer P extends `/${string}`}` ? P : never;
}

/** Who may make a call: everybody, every caller with a credential, or a caller with a permission. */
type Access =
  | { auth: 'public' | 'caller'; permission?: undefined }
  | { auth?: undefined; permission: Permission };

/** Definition of one API call. Gateway, OpenAPI document, reference and client use the same row. */
export type Row = Named<Key> & Definition;

type Definition = Access & Traits;

interface Traits {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: RowBody;
  response: z.ZodType;
  /**
   * The RPC of the call, as `client.method`: the gateway passes request and answer through. A row without it has a
   * handler in the gateway.
   */
  rpc?: `${string}.${string}`;
  /** A read of one company, by default the caller's own. Other reads are of all companies of the caller by default. */
  ofCompany?: boolean;
  /** Success status; default: 200. */
  status?: 200 | 201 | 202;
  /** The response may also be 202: not finished, poll the address in Location. */
  mayBePending?: boolean;
  /** Default: 'application/json'. */
  produces?: string;
  /** The response is a file, streamed as one of these types; `response` and its example describe the JSON form. */
  files?: readonly FileType[];
  /** Headers of a success: ETag with the version of the resource, Location with the address of the created one. */
  responseHeaders?: readonly ('ETag' | 'Location')[];
  /** Address below `/api` in Location, of a passed row: `{name}` is a member of the response. */
  location?: `/${string}`;
  /** The list has Link rel=next and, where it is cheap to count, X-Total-Count. */
  paged?: boolean;
  /** Supports Idempotency-Key. */
  idempotent?: boolean;
  /** The body is streamed: an idle timeout of 30 s replaces the deadline of 10 s. */
  streaming?: boolean;
  /** Deadline of the response in ms; default: 10,000. */
  deadlineMs?: number;
  /** The response has plaintext, or the call erases a person: the proof of the caller's liveness is at most 1 s old. */
  reveals?: boolean;
  /** The call grants access or destroys something: it needs a proof of the last five minutes. */
  proof?: 'fresh';
  /**
   * What a restricted session (GET /auth/session: `lacks`) may lack for this call; other calls are refused with 403.
   */
  lacking?: readonly ('second_factor' | 'new_password' | 'factor_enrolment')[];
  /** Polling of the console: it does not extend an idle session. */
  passive?: boolean;
  /** Errors of a valid request, in addition to those of problemStatuses; 412: supports If-Match. */
  refusals?: readonly (409 | 410 | 412)[];
  summary: string;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
}

/** A client's key for a creating call: visible ASCII. */
export const idempotencyKeyPattern = /^[!-~]{1,200}$/;
/** If-Match: any version, or a list of ETags. */
export const ifMatchPattern = /^(?:\*|(?:W\/)?"[!#-~]*"(?:[ \t]*,[ \t]*(?:W\/)?"[!#-~]*")*)$/;

export const KiB = 1024;
export const MiB = 1024 * KiB;
const defaultLimitBytes = 256 * KiB;

/** A JSON body; default limit: 256 KiB. */
export const json = <S extends z.ZodType>(schema: S, limitBytes: number = defaultLimitBytes) => ({
  schema,
  mediaType: 'application/json' as const,
  limitBytes,
});

/** A JSON body of a call without a credential, which anybody may have parsed. */
export const smallJson = <S extends z.ZodType>(schema: S) => json(schema, SMALL_LIMIT_BYTES);
export const SMALL_LIMIT_BYTES = 64 * KiB;

/** Media types of a successful response. */
export const responseTypes = ({ files, produces }: Row): readonly string[] =>
  files ?? [produces ?? 'application/json'];

/** A call by its name, `METHOD /path`. The literal types of name and definition type client and handlers. */
export function row<const K extends Key, const R extends Definition>(key: K, definition: R): R & Named<K> {
  const [method, path] = key.split(' ');
  return { ...definition, key, method, path } as R & Named<K>;
}
