import { describe, expect, it } from 'vitest';
import { AuditBacklog, type Backlog } from './audit-backlog.ts';
import { AuditWriter } from './audit-ticket.ts';

const DAY_MS = 24 * 3_600_000;

async function after(backlog: Backlog) {
  const alarms: unknown[] = [];
  const guard = new AuditBacklog(async () => backlog, {
    error: (_message, fields) => void alarms.push(fields),
  });
  await guard.poll();
  return { guard, alarms };
}

describe('the backlog of audit entries', () => {
  it('admits reveals while entries are shipped', async () => {
    const { guard, alarms } = await after({ rows: 900_000, oldestMs: DAY_MS / 11 });
    expect(() => guard.requireRoom()).not.toThrow();
    expect(alarms).toEqual([]);
  });

  it('alarms at a tenth of the limits', async () => {
    expect((await after({ rows: 1_000_001, oldestMs: 0 })).alarms).toEqual([
      { rows: 1_000_001, oldestMs: 0 },
    ]);
    expect((await after({ rows: 1, oldestMs: DAY_MS / 9 })).alarms).toHaveLength(1);
  });

  it('refuses all tickets above the limits, without a query', async () => {
    const untouched = () => Promise.reject(new Error('the database was asked'));
    for (const backlog of [
      { rows: 10_000_001, oldestMs: 0 },
      { rows: 1, oldestMs: DAY_MS + 1 },
    ]) {
      const { guard } = await after(backlog);
      const writer = new AuditWriter({ tenant: untouched, statement: untouched }, guard);
      const refused = { code: 'UNAVAILABLE', reason: 'AUDIT_BACKLOG' };
      await expect(writer.openPeople({} as never, [])).rejects.toMatchObject(refused);
      await expect(writer.openBatch({} as never, 1, untouched)).rejects.toMatchObject(refused);
    }
  });
});
