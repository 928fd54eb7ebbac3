import { type RouteKey, routes } from '@pii-vault/contract/routes';
import { type FileType, idempotencyKeyPattern, type Row, responseTypes } from '@pii-vault/contract/row';
import { type Ctx, forwarded } from '@pii-vault/platform/core/context/ctx';
import { refuseLacking } from '@pii-vault/platform/core/context/session-lack';
import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Request, Response } from 'express';
import type { Authenticate } from './authenticate.ts';
import { externalCredential } from './authenticate.ts';
import { isContinueHeld, isLargeBody } from './body.ts';
import type { Cursors } from './cursor.ts';
import { edgeOf } from './edge-request.ts';
import type { FileReply, Reply } from './handler.ts';
import { checkOrigin } from './hosts-and-origins.ts';
import { ifMatchVersions, withIfMatch } from './if-match.ts';
import type { ExternalCredential, Session } from './internal-tokens.ts';
import { withInstants, type ZoneFor } from './period.ts';
import type { RateLimits } from './rate-limits.ts';
import { checkAccept, listName, sendFile, sendReply } from './reply.ts';
import { namedCompany, readParts, validateParts } from './request-parts.ts';
import type { TrailState } from './trail-state.ts';

export interface DispatchDeps {
  readonly authenticate: Authenticate;
  readonly limits: RateLimits;
  readonly trail: Pick<TrailState, 'refuseChange'>;
  readonly cursors: Cursors;
  /** The gateway's own context, for public calls. */
  readonly self: () => Ctx;
  readonly zoneFor: ZoneFor;
  readonly cookieName: string;
  readonly allowedOrigins: ReadonlySet<string>;
  /** Time limit for the arrival of a JSON body, and for a pause of a file's client. */
  readonly bodyPatienceMs: number;
}

/** A handler without the types of its row; the row's schemas produce its input. */
export type AnyHandler = (call: {
  ctx: Ctx;
  renewed: () => Promise<Ctx>;
  session: never;
  params: never;
  query: never;
  body: never;
  ifRowVersion: number | undefined;
  position: string | undefined;
  request: Request;
  response: Response;
}) => Promise<Reply<unknown> | FileReply<FileType>>;

/** Handlers of every row. */
export type AllHandlers = Readonly<Record<RouteKey, AnyHandler>>;

const totalMs = 10_000;
/** Longest deadline of a call whose body is not streamed, ms. */
export const longestMs = Math.max(totalMs, ...routes.map((row: Row) => row.deadlineMs ?? 0));
/** Total limit of a streamed body; the idle limit applies while it is read. */
const streamedMs = 24 * 60 * 60 * 1000;

/** Handles one request from headers to response. Throws AppErrors. */
export async function dispatch(
  deps: DispatchDeps,
  row: Row,
  handler: AnyHandler,
  req: Request,
  res: Response,
): Promise<void> {
  checkAccept(req, responseTypes(row));
  checkOrigin(req, deps.allowedOrigins);
  deps.trail.refuseChange(row);
  const credential = row.auth === 'public' ? undefined : externalCredential(req, deps.cookieName);
  const isFirst = isContinueHeld(req) || isLargeBody(req, row);
  if (credential !== undefined && isFirst) await checkCredential(deps, row, credential);
  const raw = await readParts(req, row, deps.bodyPatienceMs);
  const company = namedCompany(raw);
  const authenticated = async () =>
    credential === undefined
      ? undefined
      : deps.authenticate(credential, {
          company: company === undefined || spansCompanies(row) ? 'all' : company,
          isReveal: row.reveals === true,
          isPassive: row.passive === true,
          needsProof: row.proof === 'fresh',
        });
  const session = await authenticated();
  if (session !== undefined) {
    deps.limits.countSession(res, session, company);
    refuseLacking(session.caller, row.lacking);
  }
  const { params, query: given, body } = validateParts(req, row, raw);
  const list = {
    name: () => listName(row, params, raw.query, session?.caller.userId),
    query: raw.query,
    cursors: deps.cursors,
  };
  const cursor = row.paged === true ? raw.query.cursor : undefined;
  const ctx = contextOf(deps, row, session, req, res);
  const query = await withInstants(given, () => deps.zoneFor(ctx.caller, company));
  const position = typeof cursor === 'string' ? deps.cursors.open(list.name(), cursor) : undefined;
  const versions = row.refusals?.includes(412) === true ? ifMatchVersions(req.get('if-match')) : [undefined];
  const reply = await withIfMatch(versions, (ifRowVersion) =>
    handler({
      ctx,
      renewed: async () => renewedContext(row, ctx, await authenticated()),
      session: session as never,
      params: params as never,
      query: query as never,
      body: body as never,
      ifRowVersion,
      position,
      request: req,
      response: res,
    }),
  );
  if ('chunks' in reply) await sendFile(res, row, reply, { gone: ctx.signal, idleMs: deps.bodyPatienceMs });
  else sendReply(res, row, reply, list);
}

/**
 * Checks the credential before a body that is large or waits for "100 Continue", so that the gateway does not read
 * and parse it without one. The company may be in the body, so the token that the call needs is requested after it.
 */
async function checkCredential(
  { authenticate }: DispatchDeps,
  { reveals: isReveal = false, passive: isPassive = false }: Row,
  credential: ExternalCredential,
): Promise<void> {
  try {
    await authenticate(credential, { company: 'all', isReveal, isPassive, needsProof: false });
  } catch (thrown) {
    if (AppError.from(thrown).reason !== 'COMPANY_REQUIRED') throw thrown;
  }
}

/**
 * Calls that get a token for all of the caller's companies although the request has one, and the service narrows the
 * scope. Reads of people and links show data of other companies about the same person, and permission to change a
 * user depends on every company of that user.
 */
function spansCompanies({ method, permission, params }: Row): boolean {
  if (permission === 'users:manage') return params !== undefined;
  return method === 'GET' && (permission === 'pii:read' || permission === 'lineage:read');
}

function contextOf(
  deps: DispatchDeps,
  row: Row,
  session: Session | undefined,
  req: Request,
  res: Response,
): Ctx {
  const edge = edgeOf(res);
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  const own = deps.self();
  return {
    requestId: edge.requestId,
    deadlineAt: Date.now() + (row.streaming === true ? streamedMs : (row.deadlineMs ?? totalMs)),
    caller: session?.caller ?? own.caller,
    ipAddress: edge.ipAddress,
    userAgent: edge.userAgent,
    idempotencyKey: row.idempotent === true ? idempotencyKey(req) : undefined,
    credential: session === undefined ? own.credential : forwarded(session.token),
    signal: gone.signal,
  };
}

function renewedContext(row: Row, ctx: Ctx, session: Session | undefined): Ctx {
  const renewed = row.deadlineMs === undefined ? { ...ctx, deadlineAt: Date.now() + totalMs } : ctx;
  return session === undefined
    ? renewed
    : { ...renewed, caller: session.caller, credential: forwarded(session.token) };
}

function idempotencyKey(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  const message = 'Idempotency-Key must have 1 to 200 visible ASCII characters';
  throw invalidArgument('INVALID_REQUEST', message);
}
