import type { RouteKey, RowOf } from '@pii-vault/contract/routes';
import type { FileType } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Session } from './internal-tokens.ts';

type Parsed<R, F extends 'params' | 'query'> = R extends { [K in F]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type BodyOf<R> = R extends { body: { schema: infer S extends z.ZodType } } ? z.output<S> : undefined;

/** One validated request for a handler. */
interface Call<K extends RouteKey = RouteKey> {
  /** With the caller's internal token; with the gateway's own for public calls. */
  readonly ctx: Ctx;
  /**
   * A context for another upstream call of a long request: the credential is checked again and the token is new. The
   * deadline is new too, unless the row sets one for the whole request.
   */
  readonly renewed: () => Promise<Ctx>;
  /** Absent for public calls. */
  readonly session: RowOf<K> extends { auth: 'public' } ? Session | undefined : Session;
  readonly params: Parsed<RowOf<K>, 'params'>;
  readonly query: Parsed<RowOf<K>, 'query'>;
  readonly body: BodyOf<RowOf<K>>;
  /** Version that the row must have: one of If-Match, where the call supports it. */
  readonly ifRowVersion: number | undefined;
  /** Position from the request's cursor. */
  readonly position: string | undefined;
  /** Use it only for streamed bodies, cookies and conditional headers. */
  readonly request: Request;
  readonly response: Response;
}

/** Result of a handler; status and media type default to those of its row. */
export interface Reply<T> {
  readonly body: T;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Position of the next page; undefined on the last one. */
  readonly next?: string | undefined;
  readonly total?: number | undefined;
}

/**
 * A file as the response. It is never completely in memory: the next chunk is requested when the client has received
 * the last one.
 */
export interface FileReply<T extends FileType> {
  readonly type: T;
  /** File name for the browser. */
  readonly fileName: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

type ReplyOf<R> = R extends { files: readonly (infer T extends FileType)[] }
  ? FileReply<T>
  : R extends { response: infer S extends z.ZodType }
    ? Reply<z.output<S>>
    : never;
type Handler<K extends RouteKey> = (call: Call<K>) => Promise<ReplyOf<RowOf<K>>>;

/** Handlers by call. A missing one is a compile error, but for rows that name their RPC (passed/). */
export type Handlers<K extends RouteKey = RouteKey> = {
  readonly [Key in K as RowOf<Key> extends { rpc: string } ? never : Key]: Handler<Key>;
};
