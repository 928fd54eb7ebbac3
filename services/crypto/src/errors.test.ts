import { describe, expect, it } from 'vitest';
import { fromKeyStore, toStartError } from './errors.ts';
import { KeyStoreError } from './key-store/key-store.ts';

describe('fromKeyStore', () => {
  it.each([
    ['unavailable', 'UNAVAILABLE', 'KEY_STORE_UNAVAILABLE'],
    ['absent', 'DATA_LOSS', 'KEY_ABSENT'],
    ['integrity', 'DATA_LOSS', 'KEY_INTEGRITY'],
    ['disabled', 'UNAVAILABLE', 'KEY_DISABLED'],
    ['refused', 'UNAVAILABLE', 'KEY_STORE_REFUSED'],
    ['unsafe', 'FAILED_PRECONDITION', 'KEY_STORE_UNSAFE'],
    ['misuse', 'INTERNAL', 'KEY_MISUSE'],
  ] as const)('%s → %s %s, and discloses nothing of the store', (fault, code, reason) => {
    const error = fromKeyStore(new KeyStoreError(fault, 'local:5f0c'));
    expect(error).toMatchObject({ code, reason });
    expect(String(error)).not.toContain('5f0c');
  });

  it('returns every other error unchanged', () => {
    const error = new Error('other');
    expect(fromKeyStore(error)).toBe(error);
  });
});

describe('toStartError', () => {
  it("includes the key store's message, which callers never receive", () => {
    const error = toStartError(
      fromKeyStore(new KeyStoreError('unavailable', 'There is no token labelled north')),
    );
    expect(error).toMatchObject({
      reason: 'KEY_STORE_UNAVAILABLE',
      message: 'The key store does not answer: There is no token labelled north',
    });
  });

  it('returns every other error unchanged', () => {
    const error = new Error('other');
    expect(toStartError(error)).toBe(error);
  });
});
