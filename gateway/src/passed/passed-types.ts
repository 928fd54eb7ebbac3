import type { RouteKey, RowOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';

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
type Page<R> = R extends { paged: true } ? { limit: number; beforeId: number | undefined } : object;
type Versioned<R> = R extends { refusals: readonly (infer S)[] }
  ? 412 extends S
    ? { ifRowVersion: number | undefined }
    : object
  : object;
type OfCompany<R> = BodyOf<R> extends { companyId?: number | undefined } ? { companyId: number } : object;
type Members<T> = { [K in keyof T]: T[K] };
/** What the gateway sends for a row. */
type Sent<R> = Members<
  Omit<Parsed<R, 'query'>, 'limit' | 'cursor'> &
    Parsed<R, 'params'> &
    Omit<BodyOf<R>, keyof OfCompany<R>> &
    Page<R> &
    Versioned<R> &
    OfCompany<R>
>;

/** A message that jsonOf turns into T: null and what is absent are undefined, times are Dates. */
type Message<T> = T extends readonly (infer U)[]
  ? readonly Message<U>[]
  : T extends string
    ? string | Date | undefined
    : T extends object
      ? { readonly [K in keyof T]: Message<NonNullable<T[K]>> | undefined } | undefined
      : T;
/** A message with every member that it may have, so that a member that it lacks shows. */
type Filled<M> = M extends Date
  ? M
  : M extends readonly (infer U)[]
    ? readonly Filled<U>[]
    : M extends object
      ? { readonly [K in keyof M]-?: Filled<M[K]> }
      : M;
/** The one thing that an RPC answers with. */
type ThingOf<A> = A[Exclude<keyof A, 'nextBeforeId'>];

type FitOf<R, F> = F extends (ctx: Ctx, request: infer Q) => Promise<infer A>
  ? Sent<R> extends Q
    ? Exclude<keyof Sent<R>, keyof Q> extends never
      ? R extends { response: infer S extends z.ZodType }
        ? Filled<ThingOf<A>> extends Message<z.output<S>>
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
