import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Request and response classes with the prototypes of `app`. Otherwise Express sets the prototype of every message,
 * which costs 10 µs per request.
 */
export function messageClasses(app: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ApiRequest.prototype, app.request);
  Object.setPrototypeOf(ApiResponse.prototype, app.response);
  Object.assign(app, { request: ApiRequest.prototype, response: ApiResponse.prototype });
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
