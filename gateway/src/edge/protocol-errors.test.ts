import { httpStatusOf } from '@pii-vault/platform/core/errors/http-mapping';
import { expect, it } from 'vitest';
import { parserRefusal } from './protocol-errors.ts';

it.each([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_INVALID_METHOD', 400],
  [undefined, 400],
])('%s is answered %s', (code, status) => expect(httpStatusOf(parserRefusal(code))).toBe(status));
