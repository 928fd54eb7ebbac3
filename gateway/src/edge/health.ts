import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RequestHandler, Response } from 'express';
import { sendProblem } from './problem-response.ts';

export interface Health {
  /** Rejects while requests cannot be served. */
  ready(): Promise<void>;
  /** Whether the process is about to stop; it still serves arriving requests. */
  isLeaving(): boolean;
}

/**
 * While the process is about to stop, each response closes its connection (RFC 9112, 9.6). The client then reconnects
 * to another gateway, before this one closes a connection with a running request.
 */
export function endConnectionsWhenLeaving(health: Pick<Health, 'isLeaving'>): RequestHandler {
  return (_req, res, next) => {
    if (health.isLeaving()) res.setHeader('Connection', 'close');
    next();
  };
}

/** Liveness calls no other service; readiness does. Limits and allow-lists do not apply to them. */
export function healthRoutes(health: Health): RequestHandler {
  const live = (res: Response) => void res.json({ status: 'ok' });
  const ready = async (res: Response) => {
    try {
      await health.ready();
      res.json({ status: 'ready' });
    } catch (thrown) {
      sendProblem(res, unavailable('NOT_READY', 'Not ready', { cause: thrown }));
    }
  };
  const answers = new Map<string, (res: Response) => void | Promise<void>>([
    ['/health', live],
    ['/livez', live],
    ['/readyz', ready],
  ]);
  return (req, res, next) => {
    const answer = req.method === 'GET' || req.method === 'HEAD' ? answers.get(req.path) : undefined;
    return answer === undefined ? next() : answer(res);
  };
}
