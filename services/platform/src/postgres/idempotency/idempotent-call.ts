import { invalidArgument } from '../../core/errors/app-error.ts';

/** A call that its caller may repeat without doing it twice. */
export interface IdempotentCall {
  /** 0 for a call that belongs to no company. */
  readonly companyId: number;
  /** The caller, for example `user:7` or `client:ab12`: keys of different callers never collide. */
  readonly principal: string;
  /** Method and path template, for example `POST /individuals`. */
  readonly route: string;
  /** The Idempotency-Key header, 1–255 printable ASCII characters. */
  readonly key: string;
  /** HMAC-SHA-256 of the request's parts; the request itself is not kept. */
  readonly requestHmac: Uint8Array;
  /** The response shows a secret that is not stored, so a repeated call only learns that the call was done. */
  readonly showsSecretOnce?: boolean;
}

/** The stored part of a response, enough to rebuild it. */
export interface Outcome<Ids extends object> {
  readonly status: number;
  readonly ids: Ids;
}

/** Identity of a call: company, principal, route and key. */
export function idOf({
  companyId,
  principal,
  route,
  key,
}: IdempotentCall): readonly [number, string, string, string] {
  return [companyId, principal, route, key];
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws AppError INVALID_ARGUMENT INVALID_IDEMPOTENCY_KEY */
export function requireKey(call: IdempotentCall): void {
  if (!KEY.test(call.key))
    throw invalidArgument(
      'INVALID_IDEMPOTENCY_KEY',
      'The Idempotency-Key must have 1 to 255 printable characters',
    );
}
