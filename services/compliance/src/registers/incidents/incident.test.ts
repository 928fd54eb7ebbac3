import { expect, it } from 'vitest';
import { checkIncident, type IncidentFields } from './incident.ts';

const NOW = new Date('2026-06-10T00:00:00Z');
const hours = (n: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + n * 3_600_000);
const incident: IncidentFields = {
  awareAt: hours(0),
  occurredAt: hours(-24),
  affected: 0,
  extendedUntil: hours(73),
  reportedAt: hours(1),
  filled: [],
};

it('an incident may affect no one, and be reported when the company becomes aware', () => {
  checkIncident(incident, NOW);
  checkIncident({ ...incident, reportedAt: hours(0), occurredAt: hours(0) }, NOW);
  checkIncident(
    { ...incident, occurredAt: null, affected: null, extendedUntil: null, reportedAt: null },
    NOW,
  );
});

it.each<[string, Partial<IncidentFields>]>([
  ['awareAt', { awareAt: hours(240), occurredAt: null, extendedUntil: null, reportedAt: null }],
  ['occurredAt', { occurredAt: hours(1) }],
  ['affected', { affected: -1 }],
  ['extendedUntil', { extendedUntil: hours(72) }],
  ['reportedAt', { reportedAt: hours(-1) }],
  ['reportedAt', { reportedAt: hours(240) }],
])('an incident with a wrong %s is refused: %j', (path, wrong) => {
  expect(() => checkIncident({ ...incident, ...wrong }, NOW)).toThrow(
    expect.objectContaining({ reason: 'INVALID_ENTRY', details: [expect.objectContaining({ path })] }),
  );
});
