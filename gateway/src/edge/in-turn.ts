import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Several handlers as one, each called when the one before it calls next: Express matches the path, and cuts it off
 * the URL, once and not for each of them. The promise of the last one is Express's to await.
 */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
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
