import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { clientAddress, type ProxyRanges } from './client-address.ts';

/** Facts of a request before authentication. */
export interface EdgeRequest {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** performance.now() at arrival. */
  readonly arrivedAt: number;
  /** Template such as `/api/individuals/{id}`; logs and spans never contain the path. */
  route: string;
  /** Status of an error after the headers were sent. */
  brokenWith?: number;
}

/** A UUID, or a trace id (W3C Trace Context, section 3.2.2.3). */
const wellFormedId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/i;

/**
 * Uses X-Request-Id when it has the form of a random id, else creates one, and returns it in the response. The audit
 * trail and the events keep it, so other texts, which may be personal data, are not taken.
 */
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
