import { describe, expect, it } from 'vitest';
import { changedGrievance, dueAt, type GrievanceChange, isOverdue, newGrievance } from './grievance.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const filed = {
  category: 'access',
  individualId: null,
  receivedAt: new Date('2026-11-21T08:00:00Z'),
  periodDays: 5,
};

describe('the period of a grievance', () => {
  it.each([
    // 13:30 in India; the last day is 26 November.
    ['Asia/Kolkata', '2026-11-21T08:00:00Z', '2026-11-26T18:29:59.999Z'],
    // The 22nd in India already, and still the 21st in New York.
    ['Asia/Kolkata', '2026-11-21T20:00:00Z', '2026-11-27T18:29:59.999Z'],
    ['America/New_York', '2026-11-22T03:00:00Z', '2026-11-27T04:59:59.999Z'],
    // Clocks go forward on 8 March 2026, so that five times 24 hours would end on the 11th.
    ['America/New_York', '2026-03-06T04:30:00Z', '2026-03-11T03:59:59.999Z'],
  ])('ends with its last day in %s when it came at %s', (zone, receivedAt, end) => {
    expect(dueAt(zone, { ...filed, receivedAt: new Date(receivedAt) }).toISOString()).toBe(
      new Date(end).toISOString(),
    );
  });

  it('is over after its last day, for open grievances and for late answers', () => {
    const grievance = newGrievance('Asia/Kolkata', filed, NOW);
    const [inTime, late] = [grievance.dueAt, new Date(grievance.dueAt.getTime() + 1)];
    expect([isOverdue(grievance, inTime), isOverdue(grievance, late)]).toEqual([false, true]);
    expect(isOverdue({ ...grievance, closedAt: inTime }, NOW)).toBe(false);
    expect(isOverdue({ ...grievance, closedAt: late }, NOW)).toBe(true);
  });

  it.each([
    ['receivedAt', { receivedAt: new Date(NOW.getTime() + 1) }],
    ['receivedAt', { receivedAt: new Date('1999-12-31T23:59:59Z') }],
    ['periodDays', { periodDays: 0 }],
    ['periodDays', { periodDays: 91 }],
    ['category', { category: 'praise' }],
  ])('is refused with a wrong %s', (path, change) => {
    expect(() => newGrievance('Asia/Kolkata', { ...filed, ...change }, NOW)).toThrow(
      expect.objectContaining({ reason: 'INVALID_ENTRY', details: [expect.objectContaining({ path })] }),
    );
  });
});

describe('the change of a grievance', () => {
  const row = {
    ...newGrievance('Asia/Kolkata', filed, NOW),
    ...{ id: 8, companyId: 1, textId: '', texts: Buffer.alloc(0), textKeyVersion: 1, textNames: [] },
    ...{ createdAt: NOW, updatedAt: NOW, rowVersion: 1 },
  };
  const texts = { subject: 's', description: '', resolution: '' };
  const answered = { ...texts, resolution: 'Corrected' };
  const closedAt = new Date('2026-11-28T08:00:00Z');
  const open = { row, texts };
  const closed = { row: { ...row, closedAt }, texts: answered };
  const change = (entry: typeof open | typeof closed, wanted: GrievanceChange) =>
    changedGrievance(entry, wanted, NOW);
  const invalid = (path: string) =>
    expect.objectContaining({ reason: 'INVALID_ENTRY', details: [expect.objectContaining({ path })] });

  it('closes it with an answer, given now or before', () => {
    expect(change(open, { closedAt, resolution: 'Done' })).toMatchObject({
      fields: { closedAt, dueAt: row.dueAt },
      texts: { resolution: 'Done' },
    });
    expect(change({ row, texts: answered }, { closedAt }).fields.closedAt).toBe(closedAt);
    for (const wanted of [{ closedAt }, { closedAt, resolution: ' \n' }])
      expect(() => change(open, wanted)).toThrow(invalid('resolution'));
    expect(() => change(closed, { resolution: '' })).toThrow(invalid('resolution'));
    expect(change(open, { resolution: '' }).fields.closedAt).toBeNull();
  });

  it('does not close it in the future or before it came', () => {
    for (const at of [new Date(NOW.getTime() + 1), new Date(filed.receivedAt.getTime() - 1)])
      expect(() => change(open, { closedAt: at, resolution: 'Done' })).toThrow(invalid('closedAt'));
  });

  it('keeps the time at which it was closed', () => {
    const earlier = new Date('2026-11-22T08:00:00Z');
    expect(isOverdue(closed.row, NOW)).toBe(true);
    expect(() => change(closed, { closedAt: earlier })).toThrow(
      expect.objectContaining({ code: 'FAILED_PRECONDITION', reason: 'GRIEVANCE_CLOSED' }),
    );
    expect(change(closed, { closedAt: new Date(closedAt), category: 'other' }).fields).toMatchObject({
      closedAt,
      category: 'other',
    });
  });

  it('may be made to an answer of the release before that has no text, without touching it', () => {
    expect(change({ row: closed.row, texts }, { category: 'other' }).fields.category).toBe('other');
  });
});
