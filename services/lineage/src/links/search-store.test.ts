import type { Tx } from '@pii-vault/platform/postgres/database';
import { expect, test } from 'vitest';
import { readerIn } from '../../test/reader-in.ts';
import { searchEdges } from './search-store.ts';

const reader = readerIn([1]);

/** The statements of a search in a vault whose longest id has seven digits. */
async function statementsOf(filter: { readonly search: string; readonly individualId?: number }) {
  const statements: (readonly unknown[])[] = [];
  const query = async (_: string, values: readonly unknown[]) => {
    statements.push(values);
    return [{ longest: 7 }];
  };
  await searchEdges({ query } as unknown as Tx, reader, [], filter, { before: undefined, limit: 1 }).catch(
    () => undefined,
  );
  return statements;
}

test('the edges of one person are looked up by one range, however short the search is', async () => {
  const statements = await statementsOf({ search: '1', individualId: 1_234_567 });
  expect(statements.map(([lows]) => lows)).toEqual([[1_234_567]]);
  expect(await statementsOf({ search: '8', individualId: 1_234_567 })).toEqual([]);
});

test('other searches by the ranges of ids that contain the digits', async () => {
  const [, search] = await statementsOf({ search: '2345' });
  expect(search?.[0]).toContain(12_345);
  expect(search?.[0]).toHaveLength(1_111);
});
