import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { clientAddress, type ProxyRanges } from './client-address.ts';

/** What the edge knows of a request before anybody is asked who sent it. */
export interface EdgeRequest {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** performance.now() at arrival. */
  readonly arrivedAt: number;
  /** Template such as `/api/individuals/{id}`: logs and spans carry it, never the path. */
  route: string;
  /** Status of what broke an answer whose headers were out already. */
  brokenWith?: number;
}

const wellFormedId = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes X-Request-Id when it is harmless, makes one otherwise, and answers with it. */
export function edgeRequests(proxies: ProxyRanges): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('x-request-id') ?? '';
    const edge: EdgeRequest = {
      requestId: wellFormedId.test(sent) ? sent : randomUUID(),
      ipAddress: clientAddress(req, proxies),
      userAgent: (req.get('user-agent') ?? '').slice(0, 512),
      arrivedAt: performance.now(),
      route: 'none',
    };
    res.locals.edge = edge;
    res.setHeader('X-Request-Id', edge.requestId);
    next();
  };
}

export function edgeOf(res: Response): EdgeRequest {
  const edge: EdgeRequest = res.locals.edge;
  return edge;
}
