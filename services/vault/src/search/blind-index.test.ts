import { createHmac, createSecretKey } from 'node:crypto';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { expect, it } from 'vitest';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';
import { searchHandle, soughtHandles } from './blind-index.ts';

const raw = Buffer.alloc(32, 7);
const key = createSecretKey(raw);
const handle = (type: StoredType, form: string) =>
  createHmac('sha256', raw)
    .update(lengthPrefixed('pii-vault handle', 'search', type, form))
    .digest()
    .subarray(0, 16);

it('keeps the handle of the form of today', () => {
  expect(searchHandle(key, 'email', 'Asha@Bücher.in')).toEqual(handle('email', 'asha@xn--bcher-kva.in'));
  expect(searchHandle(key, 'name', 'Asha Rao')).toBeNull();
});

it('seeks the forms of today and of older versions', () => {
  expect(soughtHandles(key, 'email', 'asha@xn--bcher-kva.in')).toEqual([
    handle('email', 'asha@xn--bcher-kva.in'),
    handle('email', 'asha@bücher.in'),
  ]);
  expect(soughtHandles(key, 'other_id', 'A 1', 'A\u200b 1')).toEqual(
    ['A 1', 'A\u200b 1', 'A\u00a01'].map((form) => handle('other_id', form)),
  );
  expect(soughtHandles(key, 'pan', 'ABCPK1234F')).toEqual([handle('pan', 'ABCPK1234F')]);
  expect(soughtHandles(key, 'name', 'Asha Rao')).toEqual([]);
});
