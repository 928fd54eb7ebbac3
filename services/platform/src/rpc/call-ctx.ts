import { randomUUID } from 'node:crypto';
import { type Ctx, forwarded } from '../core/context/ctx.ts';
import { type CallHeaders, HEADER } from './channel.ts';

/**
 * What a served call knows of the request it belongs to. Its signal is made when it is asked for, by few calls. The
 * getter stands in a class: V8 allocates the accessors of an object literal in the old generation, one pair for each
 * object, and keeps all that such a getter sees (an answer, in the end) until the next major collection.
 */
export class CallCtx implements Ctx {
  readonly requestId: string;
  readonly deadlineAt: number;
  readonly caller: Ctx['caller'];
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly idempotencyKey: string | undefined;
  readonly credential: Ctx['credential'];
  readonly #headers: CallHeaders;

  constructor(headers: CallHeaders, caller: Ctx['caller'], bearer: string) {
    const { metadata, deadlineAt } = headers;
    this.requestId = metadata[HEADER.requestId] ?? randomUUID();
    this.deadlineAt = deadlineAt;
    this.caller = caller;
    this.ipAddress = metadata[HEADER.clientIp] ?? '';
    this.userAgent = metadata[HEADER.userAgent] ?? '';
    this.idempotencyKey = metadata[HEADER.idempotencyKey];
    this.credential = forwarded(bearer);
    this.#headers = headers;
  }

  get signal(): AbortSignal {
    return this.#headers.signal;
  }
}
