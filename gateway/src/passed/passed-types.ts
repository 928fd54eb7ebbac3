import type { RouteKey, RowOf } from '@pii-vault/contract/routes';
import type { successSchema } from '@pii-vault/contract/scalars';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { Filled, Message } from './json-of.ts';

/** Calls whose row names its RPC. */
export type PassedKey = {
  [K in RouteKey]: RowOf<K> extends { rpc: string } ? K : never;
}[RouteKey];

type RpcOf<R> = R extends { rpc: `${infer C extends keyof Clients & string}.${infer M}` }
  ? M extends keyof Clients[C]
    ? Clients[C][M]
    : never
  : never;

type Parsed<R, F extends 'params' | 'query'> = R extends { [K in F]: infer S extends z.ZodType }
  ? z.output<S>
  : object;
type BodyOf<R> = R extends { body: { schema: infer S extends z.ZodType } } ? z.output<S> : object;
type Page<R> = R extends { paged: true } ? { limit: number; cursor: string | undefined } : object;
type Versioned<R> = R extends { refusals: readonly (infer S)[] }
  ? 412 extends S
    ? { ifRowVersion: number | undefined }
    : object
  : object;
type OfCompany<R> = R extends { ofCompany: true }
  ? { companyId: number }
  : 'companyId' extends keyof BodyOf<R>
    ? { companyId: number }
    : object;
type Members<T> = { [K in keyof T]: T[K] };
/** A message has no absent list or map: an empty one is sent. */
type WithLists<T> = {
  [K in keyof T as IsList<NonNullable<T[K]>> extends true ? never : K]: T[K];
} & { [K in keyof T as IsList<NonNullable<T[K]>> extends true ? K : never]-?: NonNullable<T[K]> };
type IsList<T> = T extends readonly unknown[] ? true : string extends keyof T ? true : false;
/** What the gateway sends for a row. */
type Sent<R> = Members<
  Omit<Parsed<R, 'query'>, 'limit' | 'cursor' | keyof OfCompany<R>> &
    Parsed<R, 'params'> &
    WithLists<Omit<BodyOf<R>, keyof OfCompany<R>>> &
    Page<R> &
    Versioned<R> &
    OfCompany<R>
>;

/** The one thing that an RPC answers with. */
type ThingOf<A> = A[Exclude<keyof A, 'nextCursor'>];
/** Whether the answer, or the one thing in it, fits the response; Success needs nothing of it. */
type Fits<A, S> = S extends typeof successSchema
  ? true
  : Filled<A> extends Message<S>
    ? true
    : Filled<ThingOf<A>> extends Message<S>
      ? true
      : false;

type FitOf<R, F> = F extends (ctx: Ctx, request: infer Q) => Promise<infer A>
  ? Sent<R> extends Q
    ? Exclude<keyof Sent<R>, keyof Q> extends never
      ? R extends { response: infer S extends z.ZodType }
        ? Fits<A, S> extends true
          ? true
          : 'the answer does not fit the response'
        : 'no response'
      : 'the request message lacks a member'
    : 'the request does not fit its message'
  : 'no such RPC';

/** Passed rows whose schemas and messages differ, with the reason. */
export type Misfits = {
  [K in PassedKey as FitOf<RowOf<K>, RpcOf<RowOf<K>>> extends true ? never : K]: FitOf<
    RowOf<K>,
    RpcOf<RowOf<K>>
  >;
};
