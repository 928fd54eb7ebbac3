import { describe, expect, it } from 'vitest';
import { bodyOf, controlValues, type FieldSpec, textIn } from './form-values.ts';
import { HEADINGS, incidentBody, missingHeadings, mostUrgent, timeLeft } from './incident.ts';
import { purposeBody } from './purpose.ts';

const specs: readonly FieldSpec[] = [
  { name: 'title', kind: 'text' },
  { name: 'note', kind: 'area' },
  { name: 'n', kind: 'number' },
  { name: 'at', kind: 'time' },
  { name: 'types', kind: 'checks' },
  { name: 'purposes', kind: 'list' },
];
const AT = '2026-11-21T08:00:00.000Z';

describe('the request of a form', () => {
  it('of a new entry contains the filled fields, in the types of the contract', () => {
    const values = {
      title: ' A ',
      note: '',
      n: '12',
      at: '2026-11-21T13:30',
      types: ['pan'],
      purposes: 'kyc, lending',
    };
    expect(bodyOf(specs, values, undefined, 'Asia/Kolkata')).toEqual({
      title: 'A',
      n: 12,
      at: AT,
      types: ['pan'],
      purposes: ['kyc', 'lending'],
    });
  });

  it('of a change contains the changed fields; a text can be emptied, a time cannot', () => {
    const before = {
      title: 'A',
      note: 'old',
      n: '12',
      at: '2026-11-21T13:30',
      types: ['pan'],
      purposes: 'kyc',
    };
    expect(bodyOf(specs, { ...before, note: '', at: '' }, before, 'Asia/Kolkata')).toEqual({ note: '' });
    expect(bodyOf(specs, before, before, 'Asia/Kolkata')).toEqual({});
  });

  it('has times by the clocks of the company, and back', () => {
    const entry = { title: AT, at: AT, types: ['pan'] };
    const values = controlValues(specs, entry, 'Pacific/Kiritimati');
    expect(values).toEqual({ ...entry, at: '2026-11-21T22:00' });
    expect(bodyOf(specs, values, undefined, 'Pacific/Kiritimati')).toEqual(entry);
    expect(bodyOf(specs, { at: 'soon' }, undefined, 'UTC')).toEqual({ at: 'soon' });
  });

  it('passes an invalid number to the schema', () => {
    expect(bodyOf(specs, { n: '1e3' }, undefined, 'Asia/Kolkata')).toEqual({ n: '1e3' });
  });

  it('nests headings and a notice under their keys', () => {
    expect(incidentBody({ title: 'T', remedy: 'R' })).toEqual({ title: 'T', headings: { remedy: 'R' } });
    expect(incidentBody({ title: 'T' })).toEqual({ title: 'T' });
    expect(purposeBody({ purpose: 'kyc', publishedAt: AT })).toEqual({ purpose: 'kyc' });
    expect(purposeBody({ version: '1', fieldTypes: ['pan'] })).toEqual({
      notice: { version: '1', fieldTypes: ['pan'] },
    });
  });
});

it('does not start with a withheld or masked text, because saving would store the mask', () => {
  const texts = { filled: ['title'], identifiers: 1 };
  expect(textIn({ ...texts, view: 'masked' }, 'call XXXXX12345')).toBe('');
  expect(textIn({ ...texts, view: 'masked', identifiers: 0 }, 'plain')).toBe('plain');
  expect(textIn({ ...texts, view: 'withheld' }, null)).toBe('');
});

describe('the clock of an incident', () => {
  it('counts down in hours and minutes, then up', () => {
    const due = new Date(AT).getTime();
    expect(timeLeft(AT, due - 14 * 3_600_000 - 20 * 60_000)).toEqual({
      isOver: false,
      hours: 14,
      minutes: 20,
    });
    expect(timeLeft(AT, due + 61 * 60_000)).toEqual({ isOver: true, hours: 1, minutes: 1 });
  });

  it('orders by the due time, then reports that lack a heading', () => {
    const incident = (
      id: number,
      dueAt: string,
      reportedAt: string | null,
      status: 'open' | 'incomplete',
    ) => ({
      id,
      companyId: 1,
      title: null,
      headings: {},
      texts: { view: 'withheld' as const, filled: ['title', 'remedy'], identifiers: 0 },
      awareAt: AT,
      occurredAt: null,
      affected: null,
      extendedUntil: null,
      dueAt,
      reportedAt,
      status,
      createdAt: AT,
      updatedAt: AT,
      version: 1,
    });
    const late = incident(1, '2026-11-25T08:00:00.000Z', null, 'open');
    const soon = incident(2, '2026-11-24T08:00:00.000Z', null, 'open');
    const lacking = incident(3, AT, AT, 'incomplete');
    expect(mostUrgent([late, soon, lacking])?.id).toBe(2);
    expect(mostUrgent([lacking])?.id).toBe(3);
    expect(mostUrgent([])).toBeUndefined();
    expect(missingHeadings(late)).toEqual(HEADINGS.filter((heading) => heading !== 'remedy'));
  });
});
