import { AppError } from '../core/errors/app-error.ts';
import type { CallHeaders } from './channel.ts';

/** One for all calls: an error of its own has a stack (10 µs), and so has what abort() makes when it is given none. */
export const ENDED = new AppError('CANCELLED', 'ENDED', 'The call has ended');

/** Hardly any call looks at its signal, and an AbortController costs as much as decoding the message. */
export class LazySignal {
  #controller: AbortController | undefined;
  #reason: AppError | undefined;

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  abort(reason: AppError): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }
}

/** A class, as CallCtx is, for the same reason. */
export class LazyHeaders implements CallHeaders {
  readonly path: string;
  readonly metadata: CallHeaders['metadata'];
  readonly deadlineAt: number;
  readonly peers?: CallHeaders['peers'];
  readonly #own: LazySignal;

  constructor(headers: Omit<CallHeaders, 'signal'>, own: LazySignal) {
    this.path = headers.path;
    this.metadata = headers.metadata;
    this.deadlineAt = headers.deadlineAt;
    if (headers.peers !== undefined) this.peers = headers.peers;
    this.#own = own;
  }

  get signal(): AbortSignal {
    return this.#own.signal();
  }
}
