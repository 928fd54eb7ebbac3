import { describe, expect, it } from 'vitest';
import { dueChecks, isDue, regulationStates, ringOf, statusTones } from './compliance.ts';
import { later, sampleCheck, unjudged, violated } from './testing/samples.ts';

describe('due checks', () => {
  it('list violated rules in force first, then rules without data, then rules that would fail on their date', () => {
    const late = { ...later, ruleId: 'DPDP-CON-01', readiness: 30 };
    expect(dueChecks([late, unjudged, sampleCheck(), later, violated]).map(({ ruleId }) => ruleId)).toEqual([
      'GDPR-30',
      'GDPR-17',
      'DPDP-CON-01',
    ]);
  });
  it('include a later rule without a readiness', () => {
    expect([isDue(later), isDue({ status: 'not_in_force' })]).toEqual([false, true]);
  });
});

describe('a regulation', () => {
  it('has the mean of its rules in force, and separately the readiness of the others', () => {
    const [dpdp, gdpr] = regulationStates([
      later,
      sampleCheck(),
      violated,
      unjudged,
      sampleCheck({ regulationType: 'hipaa', status: 'not_applicable', score: null }),
    ]);
    expect(dpdp).toMatchObject({ regulation: 'dpdp', score: null, readiness: 94, rules: 1 });
    expect(dpdp?.inForceFrom).toBe(later.inForceFrom);
    expect(gdpr).toMatchObject({ score: 70, readiness: null, violations: 1, unknown: 1, inForceFrom: null });
    expect(regulationStates([later, sampleCheck()])).toHaveLength(2);
  });
  it('is never green before its date or without data', () => {
    const clean = { tone: 'success' } as const;
    expect(ringOf({ ...clean, score: null, readiness: 100 })).toEqual({
      kind: 'readiness',
      value: 100,
      tone: 'neutral',
    });
    expect(ringOf({ ...clean, score: null, readiness: null })).toMatchObject({
      kind: 'noData',
      tone: 'neutral',
    });
    expect(ringOf({ score: 92, readiness: null, tone: 'warning' })).toMatchObject({
      value: 92,
      tone: 'warning',
    });
  });
  it('has the colour of its score, and is green with neither a violation nor a rule without data', () => {
    const toneOf = (...checks: Parameters<typeof regulationStates>[0][number][]) =>
      regulationStates(checks.map((check) => ({ ...check, regulationType: 'hipaa' as const })))[0]?.tone;
    const warned = sampleCheck({ status: 'warning', score: 84 });
    const kept = sampleCheck({ score: 100 });
    expect(toneOf(sampleCheck(), sampleCheck())).toBe('success');
    expect(toneOf(kept, warned)).toBe('success');
    expect(toneOf(warned)).toBe('warning');
    expect(toneOf(sampleCheck(), unjudged)).toBe('neutral');
    expect(toneOf(kept, kept, kept, sampleCheck({ status: 'violation', score: 80 }))).toBe('warning');
    expect(toneOf(violated)).toBe('error');
    expect([statusTones.unknown, statusTones.not_in_force]).toEqual(['neutral', 'neutral']);
  });
});
