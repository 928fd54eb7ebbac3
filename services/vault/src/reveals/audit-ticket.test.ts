import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { describe, expect, it } from 'vitest';
import { userCtx } from '../../test/contexts.ts';
import { bitOf } from '../consents/consent.ts';
import { newDataKey } from '../keys/envelope/data-key.ts';
import { RandomPool } from '../keys/envelope/random-pool.ts';
import { sealField } from '../keys/envelope/sealed-field.ts';
import { AuditWriter } from './audit-ticket.ts';
import { DecryptCounter } from './decrypt-counter.ts';
import { Decryptor } from './decryptor.ts';

const random = new RandomPool();
const name = { companyId: 1, individualId: 2, version: 1 };
const key = newDataKey(name, random);
const pan = { fieldType: 'pan' as const, version: 1 };
const sealed = sealField(key, pan, 'ABCPR1234F', random);

/** A database whose commits succeed or fail. */
function database(commits: boolean): Pick<Database, 'tenant' | 'statement'> & { published: number } {
  const state = { published: 0 };
  return {
    get published() {
      return state.published;
    },
    statement: async () => [],
    async tenant(_scope, work) {
      const tx: Tx = {
        query: async () => [],
        copyOut: async () => 0,
        publish: async () => {
          state.published += 1;
        },
        publishAll: async () => undefined,
        wroteOutbox: () => undefined,
        afterCommit: () => undefined,
      };
      const result = await work(tx);
      if (!commits) throw new Error('commit failed');
      return result;
    },
  };
}

const open = (writer: AuditWriter, values = 1) =>
  writer.openBatch(userCtx([1]), 1, async () => ({
    found: undefined,
    kind: 'work' as const,
    grants: new Map([[2, bitOf('pan')]]),
    values,
    entry: { action: 'data_work' as const },
  }));

describe('an audit ticket', () => {
  it('is created after the commit of its entry and opens what the entry names', async () => {
    const db = database(true);
    const { ticket } = await open(new AuditWriter(db));
    expect(db.published).toBe(1);
    const decryptor = new Decryptor(new DecryptCounter());
    if (ticket === undefined) throw new Error('no ticket');
    expect(decryptor.open(ticket, key, pan, sealed)).toBe('ABCPR1234F');
  });

  it('is not created without the commit, or without fields to open', async () => {
    await expect(open(new AuditWriter(database(false)))).rejects.toThrow('commit failed');
    const db = database(true);
    expect((await open(new AuditWriter(db), 0)).ticket).toBeUndefined();
    expect(db.published).toBe(0);
  });

  it('opens no other field, person or company', async () => {
    const { ticket } = await open(new AuditWriter(database(true)));
    if (ticket === undefined) throw new Error('no ticket');
    const decryptor = new Decryptor(new DecryptCounter());
    const refused = expect.objectContaining({ reason: 'TICKET_REQUIRED' });
    expect(() => decryptor.open(ticket, key, { fieldType: 'email', version: 1 }, sealed)).toThrow(refused);
    for (const other of [
      { ...name, individualId: 3 },
      { ...name, companyId: 2 },
    ]) {
      const foreign = newDataKey(other, random);
      expect(() => decryptor.open(ticket, foreign, pan, sealField(foreign, pan, 'X', random))).toThrow(
        refused,
      );
    }
  });
});

describe('the decrypt counter', () => {
  it('keeps counts that it could not write, and adds every value once', async () => {
    const counter = new DecryptCounter(() => 7_200_000);
    const decryptor = new Decryptor(counter);
    const { ticket } = await open(new AuditWriter(database(true)));
    if (ticket === undefined) throw new Error('no ticket');
    for (let n = 0; n < 3; n += 1) decryptor.open(ticket, key, pan, sealed);
    const written: (readonly unknown[] | undefined)[] = [];
    const tx: Pick<Tx, 'query'> = {
      query: async (_statement, values) => {
        written.push(values);
        return [];
      },
    };
    const inSystem = async (work: (one: Tx) => Promise<void>) => work({ ...(await txOf()), ...tx });
    await expect(counter.flush(async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await counter.flush(inSystem);
    await counter.flush(inSystem);
    expect(written).toEqual([[[1], [new Date(7_200_000)], ['work'], [3], [1]]]);
  });
});

async function txOf(): Promise<Tx> {
  let found: Tx | undefined;
  await database(true).tenant('all', async (tx) => {
    found = tx;
  });
  if (found === undefined) throw new Error('no transaction');
  return found;
}
