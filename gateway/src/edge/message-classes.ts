import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Classes whose requests and answers are born with the prototypes of `app`. Express puts them on every message
 * otherwise, which costs each its shape: 10 µs a request.
 */
export function messageClasses(app: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ApiRequest.prototype, app.request);
  Object.setPrototypeOf(ApiResponse.prototype, app.response);
  Object.assign(app, { request: ApiRequest.prototype, response: ApiResponse.prototype });
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
