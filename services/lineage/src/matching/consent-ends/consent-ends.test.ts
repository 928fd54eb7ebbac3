import type { Database } from '@pii-vault/platform/postgres/database';
import { expect, it } from 'vitest';
import { ConsentEnds } from './consent-ends.ts';

/** A database whose transactions end when the test releases them; the next end is in the past. */
function heldDatabase() {
  const held = Promise.withResolvers<void>();
  let settled = 0;
  const db = {
    system: async (work: unknown) => {
      // The search for the next end is a store function; the work of settling is a closure.
      if (typeof work === 'function' && work.name === 'nextConsentEnd')
        return settled === 0 ? new Date(0) : null;
      await held.promise;
      settled++;
      return 0;
    },
  } as unknown as Pick<Database, 'system'>;
  return { db, release: held.resolve, settled: () => settled };
}

it('settles once for concurrent reads', async () => {
  const { db, release, settled } = heldDatabase();
  const ends = new ConsentEnds(db, () => new Date(1));
  await ends.find();
  const reads = [ends.settle(), ends.settle(), ends.settle()];
  release();
  await Promise.all(reads);
  expect(settled()).toBe(1);
});
