import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { accessLog, logRefusal } from './edge/access-log.ts';
import { apiRouter } from './edge/api-router.ts';
import { type ProxyRanges, watchForwarding } from './edge/client-address.ts';
import type { AllHandlers, DispatchDeps } from './edge/dispatch.ts';
import { edgeOf, edgeRequests } from './edge/edge-request.ts';
import { endConnectionsWhenLeaving, type Health, healthRoutes } from './edge/health.ts';
import { cors, refuseOtherHosts } from './edge/hosts-and-origins.ts';
import { loginMembers, sendProblem } from './edge/problem-response.ts';
import { checkForm } from './edge/protocol-errors.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { docsRenderer } from './reference/renderer.ts';

export interface AppDeps extends DispatchDeps {
  readonly handlers: AllHandlers;
  readonly health: Health;
  readonly proxies: ProxyRanges;
  /** Whether a Host header is one of this deployment. */
  readonly isOwnHost: (host: string | undefined) => boolean;
  /** Refuse requests by address and by page. */
  readonly accessLists: readonly RequestHandler[];
  readonly shedding: RequestHandler;
  readonly corsOrigins: ReadonlySet<string>;
  /** Handlers for all paths outside the API. */
  readonly console: readonly RequestHandler[];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Composes the edge in order: client address, headers, limits, API, console, errors. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(
    endConnectionsWhenLeaving(deps.health),
    edgeRequests(deps.proxies),
    securityHeaders,
    accessLog(deps.log, deps.metrics),
    checkForm,
    refuseOtherHosts(deps.isOwnHost),
    watchForwarding(deps.proxies, deps.log, deps.metrics),
    healthRoutes(deps.health),
    deps.limits.countAddress,
    ...deps.accessLists,
  );
  app.use('/api', deps.shedding, cors(deps.corsOrigins), apiRouter(deps, deps.handlers));
  app.use(docsRenderer(), ...deps.console);
  app.use(refuse(deps.log));
  return app;
}

/** How long the rest of a refused body may arrive before the connection is closed. */
const leftoverMs = 5_000;

function refuse(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    // The router throws this error for a path that cannot be decoded.
    const isBadPath = thrown instanceof URIError;
    const error = isBadPath
      ? invalidArgument('MALFORMED_PATH', 'The path is not valid')
      : AppError.from(thrown);
    logRefusal(log, req, error);
    if (!req.complete) {
      // Deferred, because the stream flows only after its other listeners are removed.
      setImmediate(() => req.resume());
      setTimeout(() => req.complete || req.destroy(), leftoverMs).unref();
    }
    sendProblem(res, error, loginMembers(edgeOf(res).route, error));
  };
}
