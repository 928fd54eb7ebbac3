import { routes } from '@pii-vault/contract/routes';
import type { Method, Row } from '@pii-vault/contract/row';
import { unimplemented } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { withSpan } from '@pii-vault/platform/core/telemetry/span';
import { continuedContext } from '@pii-vault/platform/core/telemetry/trace-context';
import { type RequestHandler, Router } from 'express';
import { compressionOf } from './compress-lists.ts';
import { type AllHandlers, type AnyHandler, type DispatchDeps, dispatch } from './dispatch.ts';
import { edgeOf } from './edge-request.ts';
import { sendProblem } from './problem-response.ts';

/** Serves each row of the contract with its handler, below /api. Unknown paths get 404, unknown methods 405. */
export function apiRouter(deps: DispatchDeps, handlers: AllHandlers): Router {
  return routerOf(
    routes.map((row) => {
      const handler = answerRow(deps, row, handlers[row.key]);
      const compress = compressionOf(row);
      return [row, compress === undefined ? [handler] : [compress, handler]] as const;
    }),
  );
}

/**
 * A router of the rows. Literal paths come before paths with parameters, so that /users/roles never matches
 * /users/{id}, with any method. A slash at the end makes no difference.
 */
export function routerOf(
  rows: readonly (readonly [Pick<Row, 'method' | 'path'>, readonly RequestHandler[]])[],
): Router {
  const router = Router({ caseSensitive: true });
  const byPath = Map.groupBy(rows, ([{ path }]) => path);
  const parameters = (path: string) => path.split('{').length;
  for (const [path, calls] of [...byPath].sort(([a], [b]) => parameters(a) - parameters(b))) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const [{ method }, handlers] of calls) route[verbs[method]](...handlers);
    route.all(refuseMethod(calls.map(([{ method }]) => method)));
  }
  return router.use((_req, res) => sendProblem(res, notFound()));
}

/** Express answers HEAD by the handler of GET. */
const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<
  Method,
  unknown
>;

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (_req, res) => {
    res.setHeader('Allow', allowed);
    sendProblem(res, unimplemented('METHOD_NOT_ALLOWED', 'The path does not support this method'));
  };
}

function answerRow(deps: DispatchDeps, row: Row, handler: AnyHandler): RequestHandler {
  const template = `/api${row.path}`;
  const name = `${row.method} ${template}`;
  const attributes = { 'http.route': template };
  return (req, res) => {
    edgeOf(res).route = template;
    const work = () => dispatch(deps, row, handler, req, res);
    // Only traceparent: tracestate and baggage contain data of clients and would be sent to every service.
    return withSpan(name, 'server', attributes, work, continuedContext(req.get('traceparent')));
  };
}
