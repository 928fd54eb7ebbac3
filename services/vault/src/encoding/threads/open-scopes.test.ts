import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';

const scope = (name: string, byte: number): ScopeKey => ({
  name,
  keyVersion: 1,
  key: createSecretKey(Buffer.alloc(32, byte)),
});

/** `open` returns the first byte of the key. */
function watched() {
  const [opened, closed]: [number[], number[]] = [[], []];
  const scopes = new OpenScopes<number>(
    (key) => {
      const byte = key.export()[0] ?? 0;
      opened.push(byte);
      return byte;
    },
    (byte) => closed.push(byte),
  );
  return { scopes, opened, closed };
}

it('closes scopes to make room, scopes with another key, and unused scopes', () => {
  const { scopes, opened, closed } = watched();
  for (let n = 1; n <= 8; n += 1) scopes.of(scope(`intra:${n}`, n), n);
  expect(scopes.of(scope('intra:1', 1), 9)).toBe(1);
  scopes.of(scope('intra:9', 9), 10);
  expect(closed).toEqual([2]);
  expect(scopes.of(scope('intra:3', 33), 11)).toBe(33);
  expect(closed).toEqual([2, 3]);
  scopes.closeUnused(7);
  expect(closed).toEqual([2, 3, 4, 5, 6]);
  scopes.closeAll();
  expect(closed.toSorted((a, b) => a - b)).toEqual(opened.toSorted((a, b) => a - b));
  expect(scopes.size).toBe(0);
});
