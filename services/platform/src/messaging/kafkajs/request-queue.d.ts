declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** Requests of a connection of kafkajs: in flight and waiting to be sent. */
  export default class RequestQueue {
    constructor(options: {
      readonly maxInFlightRequests: number | null;
      readonly requestTimeout: number;
      readonly enforceRequestTimeout: boolean;
      readonly clientId: string;
      readonly broker: string;
      readonly logger: { debug(): void };
    });
    readonly pending?: readonly unknown[];
    push(request: {
      readonly entry: { readonly correlationId: number };
      readonly expectResponse: boolean;
      sendRequest(): void;
    }): void;
    /** The broker asks for a rest of so many milliseconds. */
    maybeThrottle(ms: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
}
