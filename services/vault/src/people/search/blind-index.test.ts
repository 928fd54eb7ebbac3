import { createHmac, createSecretKey } from 'node:crypto';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { expect, it } from 'vitest';
import { lengthPrefixed } from '../../keys/envelope/length-prefixed.ts';
import { searchHandle } from './blind-index.ts';

const raw = Buffer.alloc(32, 7);
const key = createSecretKey(raw);
const handle = (type: StoredType, form: string) =>
  createHmac('sha256', raw)
    .update(lengthPrefixed('pii-vault handle', 'search', type, form))
    .digest()
    .subarray(0, 16);

it('is the handle of the index form', () => {
  expect(searchHandle(key, 'email', 'Asha@Bücher.in')).toEqual(handle('email', 'asha@xn--bcher-kva.in'));
  expect(searchHandle(key, 'name', 'Asha Rao')).toBeNull();
});
