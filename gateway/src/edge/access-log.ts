import type { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Request, RequestHandler } from 'express';
import { edgeOf } from './edge-request.ts';

/** Measures every response by route template, never by path, because a path may contain a secret. */
export function accessLog(log: Logger, metrics: Metrics): RequestHandler {
  const seconds = metrics.histogram('http_request_duration_seconds', 'Duration of a request');
  return (req, res, next) => {
    res.once('close', () => {
      const { requestId, route, arrivedAt, brokenWith = 499 } = edgeOf(res);
      const ms = performance.now() - arrivedAt;
      const status = res.writableFinished ? res.statusCode : brokenWith;
      seconds.observe({ method: req.method, route, status: String(status) }, ms / 1000);
      log.debug('Request answered', { requestId, method: req.method, route, status, ms: Math.round(ms) });
    });
    next();
  };
}

/** Logs client errors at info, and internal errors at error with their cause. */
export function logRefusal(log: Logger, req: Request, error: AppError): void {
  const res = req.res;
  if (res === undefined) return;
  const { requestId, route } = edgeOf(res);
  const fields = { requestId, method: req.method, route, reason: error.reason };
  if (error.isFault) log.error('Request failed', { ...fields, err: error });
  else log.info('Request refused', fields);
}
