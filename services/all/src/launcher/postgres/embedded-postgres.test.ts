import { expect, test } from 'vitest';
import { sharedBuffers } from './embedded-postgres.ts';

const GB = 1024 ** 3;

test('shared buffers are an eighth of the memory, within bounds', () => {
  expect(sharedBuffers(8 * GB)).toBe('1024MB');
  expect(sharedBuffers(64 * GB)).toBe('2048MB');
  expect(sharedBuffers(GB / 2)).toBe('128MB');
});
