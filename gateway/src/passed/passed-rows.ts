import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { AnyHandler } from '../edge/dispatch.ts';
import type { Session } from '../edge/internal-tokens.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { present } from '../wire/values.ts';
import { type AnyToJson, jsonOf } from './json-of.ts';
import type { Misfits, PassedKey } from './passed-types.ts';

/** A validated request, without the types of its row. */
interface Request {
  readonly session: Session;
  readonly params: object | undefined;
  readonly query: { readonly companyId?: number; readonly limit?: number } | undefined;
  readonly body: { readonly companyId?: number } | undefined;
  readonly ifRowVersion: number | undefined;
  readonly position: string | undefined;
}

/** The response, or the one thing or list that is the response; of a list, where the next page begins. */
interface Answer {
  readonly nextCursor?: string | undefined;
}

type Call = (ctx: Ctx, request: object) => Promise<Answer>;

/** Handlers of the rows that name their RPC: the request goes to the service and its answer to the client. */
export function passedHandlers(clients: Clients): Readonly<Record<PassedKey, AnyHandler>> {
  const passed = routes.flatMap((row: Row) =>
    row.rpc === undefined ? [] : [[row.key, handlerOf(row, callOf(clients, row.rpc))] as const],
  );
  return Object.fromEntries(passed) as Record<PassedKey, AnyHandler>;
}

function callOf(clients: Readonly<Record<string, object>>, rpc: string): Call {
  const [client = '', method = ''] = rpc.split('.');
  const call: unknown = Reflect.get(clients[client] ?? {}, method);
  if (!isCall(call)) throw new Error(`No RPC ${rpc}`);
  return call;
}

const isCall = (value: unknown): value is Call => typeof value === 'function';

function handlerOf(row: Row, call: Call): AnyHandler {
  const toJson: AnyToJson = jsonOf(row.response);
  const toMessage = messageOf(row);
  const thingOf = thingFor(row.response);
  const hasVersion = row.responseHeaders?.includes('ETag') === true;
  return async (request) => {
    const { nextCursor, ...answer } = await call(request.ctx, toMessage(request));
    const thing = thingOf(answer);
    const body = toJson(thing);
    return {
      body,
      headers: {
        ...(hasVersion ? { ETag: etagOf(present(thing.version)) } : {}),
        ...(row.location === undefined ? {} : { Location: `/api${filled(row.location, body as object)}` }),
      },
      next: nextCursor,
    };
  };
}

/** An address with members of the response. */
const filled = (address: string, body: object): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(body, name)));

type Thing = { readonly version?: number };

/** The answer itself where it has what the response needs; else the one thing in it. */
function thingFor(response: z.ZodType): (answer: object) => Thing {
  const needed = response instanceof z.ZodObject ? neededOf(response) : undefined;
  return (answer) =>
    needed?.every((name) => Object.hasOwn(answer, name)) === true
      ? answer
      : (Object.values(answer)[0] as Thing);
}

/** Members that an answer always has: not those that the schema writes itself, as `success: true` or null. */
const neededOf = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([name, member]) =>
    [z.ZodLiteral, z.ZodOptional, z.ZodNullable].some((kind) => member instanceof kind) ? [] : [name],
  );

/**
 * The members of path, query and body, with an empty list or map for an absent one; the company of a write or of one
 * company; the page of a list; the version of If-Match.
 */
function messageOf(row: Row): (request: Request) => object {
  const empty = emptyOf(row);
  const isOfCompany = row.ofCompany === true || Object.hasOwn(shapeOf(row.body?.schema), 'companyId');
  const isVersioned = row.refusals?.includes(412) === true;
  return ({ session, params, query, body, ifRowVersion, position }) => ({
    ...empty,
    ...query,
    ...params,
    ...body,
    ...(row.paged === true ? { cursor: position } : {}),
    ...(isOfCompany ? { companyId: companyOf((body ?? query)?.companyId, session) } : {}),
    ...(isVersioned ? { ifRowVersion } : {}),
  });
}

/** Lists and maps that a body may leave out: a message has no absent one. */
const emptyOf = ({ body }: Row): object =>
  Object.fromEntries(
    Object.entries(shapeOf(body?.schema)).flatMap(([name, member]) => {
      const given = member instanceof z.ZodOptional ? member.unwrap() : undefined;
      if (given instanceof z.ZodArray) return [[name, []]];
      return given instanceof z.ZodRecord ? [[name, {}]] : [];
    }),
  );

const shapeOf = (schema: z.ZodType | undefined): z.core.$ZodShape =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** A row whose schemas and messages differ is an error of types here, which names the row. */
const misfits: Misfits = {};
void misfits;
