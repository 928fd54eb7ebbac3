import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { AnyHandler } from '../edge/dispatch.ts';
import type { Session } from '../edge/internal-tokens.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { pageBefore } from '../wire/page-before.ts';
import { present } from '../wire/values.ts';
import { jsonOf } from './json-of.ts';
import type { Misfits, PassedKey } from './passed-types.ts';

/** A validated request, without the types of its row. */
interface Request {
  readonly session: Session;
  readonly params: object | undefined;
  readonly query: { readonly limit?: number } | undefined;
  readonly body: { readonly companyId?: number } | undefined;
  readonly ifRowVersion: number | undefined;
  readonly position: string | undefined;
}

/** What every RPC of a passed row answers with: one thing, and of a list where the next page begins. */
interface Answer {
  readonly nextBeforeId?: number | undefined;
  readonly version?: number;
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
  const toJson = jsonOf(row.response);
  const hasVersion = row.responseHeaders?.includes('ETag') === true;
  return async (request) => {
    const { nextBeforeId, ...answer } = await call(request.ctx, messageOf(row, request));
    const [message] = Object.values(answer) as Answer[];
    return {
      body: toJson(message),
      ...(hasVersion ? { headers: { ETag: etagOf(present(message?.version)) } } : {}),
      next: nextBeforeId?.toString(),
    };
  };
}

/** The members of path, query and body; the company of a write; the page of a list. */
function messageOf(row: Row, { session, params, query, body, ifRowVersion, position }: Request): object {
  return {
    ...query,
    ...params,
    ...body,
    ...(row.paged === true ? pageBefore(query ?? {}, position) : {}),
    ...(isOfCompany(row) ? { companyId: companyOf(body?.companyId, session) } : {}),
    ...(row.refusals?.includes(412) === true ? { ifRowVersion } : {}),
  };
}

/** Whether the body may name a company; without it the call is for the caller's own. */
const isOfCompany = ({ body }: Row): boolean =>
  body?.schema !== undefined &&
  'shape' in body.schema &&
  Object.hasOwn(body.schema.shape as object, 'companyId');

/** A row whose schemas and messages differ is an error of types here, which names the row. */
const misfits: Misfits = {};
void misfits;
