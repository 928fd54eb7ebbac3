import type { RouteKey } from '@pii-vault/contract/routes';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { withSpan } from '@pii-vault/platform/telemetry/span';
import { continuedContext } from '@pii-vault/platform/telemetry/trace-context';
import { type Express, Router } from 'express';
import { type AnyHandler, type DispatchDeps, dispatch } from './dispatch.ts';
import { edgeOf } from './edge-request.ts';
import type { Handlers } from './handler.ts';
import { sendProblem } from './problem-response.ts';

/** Longer literal paths first, so that /users/roles is not taken for a /users/{id}. */
function bySpecificity(a: Row, b: Row): number {
  const parameters = (row: Row) => row.path.split('{').length;
  return parameters(a) - parameters(b);
}

/** Binds every row of the contract to its handler below /api. Anything else there is 404 or 405. */
export function mountApi(app: Express, deps: DispatchDeps, handlers: Handlers): void {
  const router = Router({ caseSensitive: true, strict: true });
  const rows = [...routes].sort(bySpecificity);
  const methods = new Map<string, string[]>();
  for (const row of rows) {
    const path = expressPath(row);
    methods.set(path, [
      ...(methods.get(path) ?? []),
      ...(row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]),
    ]);
  }
  for (const row of rows) {
    const key: RouteKey = `${row.method} ${row.path}` as RouteKey;
    const handler: AnyHandler = handlers[key];
    const template = `/api${row.path}`;
    const verb = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[verb](expressPath(row), async (req, res) => {
      edgeOf(res).route = template;
      await withSpan(
        `${row.method} ${template}`,
        'server',
        { 'http.route': template },
        () => dispatch(deps, row, handler, req, res),
        // Only traceparent: tracestate and baggage are a stranger's data and would travel to every service.
        continuedContext(req.get('traceparent')),
      );
    });
  }
  for (const [path, allowed] of methods)
    router.all(path, (_req, res) => {
      res.setHeader('Allow', allowed.join(', '));
      sendProblem(res, new AppError('UNIMPLEMENTED', 'METHOD_NOT_ALLOWED', 'This path has no such method'));
    });
  router.use((_req, res) => sendProblem(res, notFound()));
  app.use('/api', router);
}

const expressPath = (row: Row) => row.path.replace(/\{(\w+)\}/g, ':$1');
