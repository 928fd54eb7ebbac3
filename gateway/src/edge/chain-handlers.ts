import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Combines handlers into one; each runs when the previous one calls next. Express then matches the path once instead
 * of once per handler. Express awaits the promise of the last one.
 */
export function chainHandlers(...handlers: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => call(handlers, 0, req, res, next);
}

function call(
  handlers: readonly RequestHandler[],
  at: number,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> | undefined {
  const handler = handlers[at];
  if (handler === undefined) {
    next();
    return undefined;
  }
  let rest: Promise<void> | undefined;
  const answered = handler(req, res, (error?: unknown) => {
    if (error === undefined) rest = call(handlers, at + 1, req, res, next) ?? undefined;
    else next(error);
  });
  return answered instanceof Promise ? answered : rest;
}
