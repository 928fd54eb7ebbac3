import type { RowBody } from '@pii-vault/contract/row';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Request } from 'express';

/** @throws AppError 406 when the client accepts none of the media types of the call */
export function checkAccept(request: Request, types: readonly string[]): void {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*') return;
  if (request.accepts([...types]) === false)
    throw new AppError('INVALID_ARGUMENT', 'NOT_ACCEPTABLE', `This call responds with ${types.join(' or ')}`);
}

/** Media type of the body. @throws AppError 415 when the row does not accept it or its charset is not UTF-8 */
export function checkMediaType(request: Request, body: RowBody): string {
  const [type = '', ...parameters] = (request.get('content-type') ?? '').toLowerCase().split(';');
  const taken: readonly string[] = typeof body.mediaType === 'string' ? [body.mediaType] : body.mediaType;
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (taken.includes(type.trim()) && isUtf8) return type.trim();
  throw new AppError(
    'INVALID_ARGUMENT',
    'UNSUPPORTED_MEDIA_TYPE',
    `This call accepts ${taken.join(' or ')} in UTF-8`,
  );
}

/** Whether the request has a body (RFC 9112 section 6.3). */
export function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}
