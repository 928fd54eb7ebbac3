import { expect, it } from 'vitest';
import { byRegulation, type RuleDay } from './regulation-trend.ts';

const on = (day: string, ruleId: string, change: Partial<RuleDay> = {}): RuleDay => ({
  day,
  ruleId,
  status: 'compliant',
  score: 100,
  readiness: null,
  ...change,
});
const nothing = (day: string): RuleDay => ({ day, ruleId: null, status: null, score: null, readiness: null });

it('is the mean over the rules of a regulation, day by day, with gaps as null', () => {
  const rows = [
    nothing('2026-11-20'),
    on('2026-11-21', 'GDPR-32', { status: 'violation', score: 51 }),
    on('2026-11-21', 'GDPR-30'),
    on('2026-11-21', 'DPDP-SEC-A1', { status: 'not_in_force', score: null, readiness: 94 }),
  ];
  expect(byRegulation(rows)).toEqual([
    {
      regulationType: 'dpdp',
      days: [
        { day: '2026-11-20', score: null, readiness: null, violations: 0 },
        { day: '2026-11-21', score: null, readiness: 94, violations: 0 },
      ],
    },
    {
      regulationType: 'gdpr',
      days: [
        { day: '2026-11-20', score: null, readiness: null, violations: 0 },
        { day: '2026-11-21', score: 76, readiness: null, violations: 1 },
      ],
    },
  ]);
});

it('excludes regulations that do not apply, and rules that do not exist any more', () => {
  const rows = [
    on('2026-11-21', 'HIPAA-312-A', { status: 'not_applicable', score: null }),
    on('2026-11-21', 'OLD-1'),
  ];
  expect(byRegulation(rows)).toEqual([]);
});
