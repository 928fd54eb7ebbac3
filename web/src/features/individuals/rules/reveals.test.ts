import { expect, it } from 'vitest';
import { lastAccess, typesOf } from './reveals.ts';

const entry = (timestamp: string, details: object) => ({ timestamp, details });

it('the last access of a field is its newest allowed reveal', () => {
  const entries = [
    entry('2026-11-23T08:00:00.000Z', { fieldNames: ['pan'], decision: 'refused' }),
    entry('2026-11-22T08:00:00.000Z', { fieldNames: ['pan', 'phone'], decision: 'allowed' }),
    entry('2026-11-21T08:00:00.000Z', { fieldType: 'phone' }),
    entry('2026-11-20T08:00:00.000Z', { fieldType: 'email' }),
  ];
  expect(lastAccess(entries)).toEqual({
    pan: '2026-11-22T08:00:00.000Z',
    phone: '2026-11-22T08:00:00.000Z',
    email: '2026-11-20T08:00:00.000Z',
  });
});

it('an entry without field names concerns no field', () => {
  expect(typesOf(entry('2026-11-20T08:00:00.000Z', {}))).toEqual([]);
});
