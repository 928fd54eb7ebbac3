import type { RouteKey, RowOf } from '@pii-vault/contract/routes';
import type { FileType } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Session } from './session.ts';

type Parsed<R, F extends 'params' | 'query'> = R extends { [K in F]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type BodyOf<R> = R extends { body: { schema: infer S extends z.ZodType } } ? z.output<S> : undefined;

/** One validated request, as a handler sees it. */
interface Call<K extends RouteKey = RouteKey> {
  /** Under the caller's internal token; under the gateway's own for public calls. */
  readonly ctx: Ctx;
  /**
   * The context for one more upstream call of a file that takes long: the credential is checked again, the token is
   * one that lives, the deadline is its own.
   */
  readonly renewed: () => Promise<Ctx>;
  /** Absent on public calls. */
  readonly session: RowOf<K>['auth'] extends 'public' ? Session | undefined : Session;
  readonly params: Parsed<RowOf<K>, 'params'>;
  readonly query: Parsed<RowOf<K>, 'query'>;
  readonly body: BodyOf<RowOf<K>>;
  /** Position in a list that the cursor of the request holds. */
  readonly position: string | undefined;
  /** For streamed bodies, cookies and conditional headers only. */
  readonly request: Request;
  readonly response: Response;
}

/** What a handler answers; status and media type come from its row unless said. */
export interface Reply<T> {
  readonly body: T;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Position of the next page of a list; undefined on the last. */
  readonly next?: string | undefined;
  readonly total?: number | undefined;
}

/** A file as the answer, never wholly in memory: the next chunk is asked for when the client has taken the last. */
export interface FileReply<T extends FileType> {
  readonly type: T;
  /** Under which a browser saves it. */
  readonly fileName: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

type ReplyOf<R> = R extends { files: readonly (infer T extends FileType)[] }
  ? FileReply<T>
  : R extends { response: infer S extends z.ZodType }
    ? Reply<z.output<S>>
    : never;
type Handler<K extends RouteKey> = (call: Call<K>) => Promise<ReplyOf<RowOf<K>>>;

/** Handlers by call. Every row of the contract has one, or the gateway does not compile. */
export type Handlers<K extends RouteKey = RouteKey> = { readonly [Key in K]: Handler<Key> };
