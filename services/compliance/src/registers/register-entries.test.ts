import { setImmediate as inNextTurn } from 'node:timers/promises';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { expect, it } from 'vitest';
import type { Register, RegisterRow } from './register.ts';
import { listEntries } from './register-entries.ts';

const rows = Array.from({ length: 10 }, (_, n): RegisterRow => {
  const at = new Date(0);
  const stored = { texts: Buffer.alloc(100_000), textKeyVersion: 1, textNames: [], textId: '' };
  return { id: n + 1, companyId: 1, ...stored, createdAt: at, updatedAt: at, rowVersion: 1 };
});

it('lets other requests run between the rows of a page of long texts', async () => {
  const db = { tenant: (_: unknown, work: (tx: Tx) => unknown) => work({} as Tx) } as Pick<
    Database,
    'tenant'
  >;
  const register = { name: 'incidents', published: [], list: async () => ({ rows, isMore: false }) };
  const list = listEntries(
    { db, keys: {} as TextKeys },
    register as unknown as Register<RegisterRow, object>,
  );
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await inNextTurn();
  })();
  const { entries } = await list(testCtx(1), { limit: 200 });
  isOver = true;
  await others;
  expect(entries).toHaveLength(rows.length);
  expect(turns).toBeGreaterThanOrEqual(rows.length - 1);
});
