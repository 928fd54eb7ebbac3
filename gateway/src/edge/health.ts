import { AppError } from '@pii-vault/platform/errors/app-error';
import { Router } from 'express';
import { sendProblem } from './problem-response.ts';

export interface Health {
  /** Rejects while requests cannot be served. */
  ready(): Promise<void>;
}

/** Liveness never asks another service; readiness does. Both stand outside every limit and allow-list. */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(['/health', '/livez'], (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    try {
      await health.ready();
      res.json({ status: 'ready' });
    } catch (thrown) {
      sendProblem(res, new AppError('UNAVAILABLE', 'NOT_READY', 'Not ready', { cause: thrown }));
    }
  });
  return router;
}
