import type { RouteKey } from '@pii-vault/contract/routes';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { withSpan } from '@pii-vault/platform/core/telemetry/span';
import { continuedContext } from '@pii-vault/platform/core/telemetry/trace-context';
import type { Request, RequestHandler, Response } from 'express';
import { type AnyHandler, type DispatchDeps, dispatch } from './dispatch.ts';
import { edgeOf } from './edge-request.ts';
import type { Handlers } from './handler.ts';
import { sendProblem } from './problem-response.ts';
import { routeTable } from './route-table.ts';

/** Serves each row of the contract with its handler, below /api. Unknown paths get 404, unknown methods 405. */
export function apiRouter(deps: DispatchDeps, handlers: Handlers): RequestHandler {
  const find = routeTable(
    routes.map((row) => {
      const key: RouteKey = `${row.method} ${row.path}` as RouteKey;
      return [row, answerRow(deps, row, handlers[key])] as const;
    }),
  );
  return async (req, res) => {
    const found = find(req.method, req.path);
    if (found === undefined) return sendProblem(res, notFound());
    if ('allowed' in found) {
      res.setHeader('Allow', found.allowed.join(', '));
      return sendProblem(
        res,
        new AppError('UNIMPLEMENTED', 'METHOD_NOT_ALLOWED', 'The path does not support this method'),
      );
    }
    req.params = found.params;
    await found.value(req, res);
  };
}

function answerRow(deps: DispatchDeps, row: Row, handler: AnyHandler) {
  const template = `/api${row.path}`;
  const name = `${row.method} ${template}`;
  const attributes = { 'http.route': template };
  return (req: Request, res: Response): Promise<void> => {
    edgeOf(res).route = template;
    const work = () => dispatch(deps, row, handler, req, res);
    // Only traceparent: tracestate and baggage contain data of clients and would be sent to every service.
    return withSpan(name, 'server', attributes, work, continuedContext(req.get('traceparent')));
  };
}
