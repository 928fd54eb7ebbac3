import { describe, expect, it } from 'vitest';
import {
  daysUntil,
  dueChecks,
  isDue,
  regulationStates,
  ringOf,
  statusTones,
  wouldFail,
} from './compliance.ts';
import texts from './locales/en.json' with { type: 'json' };
import { mendingScreens } from './mending-screen.ts';
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
  it('list later rules by their day, and those of one day by their gap', () => {
    const rule = (ruleId: string, readiness: number, inForceFrom: string) =>
      sampleCheck({ ruleId, readiness, inForceFrom, score: null, status: 'not_in_force' });
    const day = '2027-05-12T18:30:00.000Z';
    const checks = [
      rule('SMALL', 80, day),
      rule('WIDE', 10, day),
      rule('SOON', 85, '2026-12-31T18:30:00.000Z'),
    ];
    expect(dueChecks(checks).map(({ ruleId }) => ruleId)).toEqual(['SOON', 'WIDE', 'SMALL']);
  });
  it('say whether a later rule would be violated on its day, and how many days are left', () => {
    const late = { status: 'not_in_force', readiness: 89 } as const;
    expect(
      [late, { ...late, readiness: 90 }, { ...late, status: 'warning' as const }].map(wouldFail),
    ).toEqual([true, false, false]);
    const at = (iso: string) => daysUntil('2027-05-12T18:30:00.000Z', Date.parse(iso));
    expect(at('2027-05-10T18:30:00.000Z')).toBe(2);
    expect(at('2027-05-12T18:29:00.000Z')).toBe(1);
    expect(at('2027-05-12T18:31:00.000Z')).toBe(0);
  });
  it('of every rule name a screen that mends it', () => {
    expect(Object.keys(mendingScreens).sort()).toEqual(Object.keys(texts.rule).sort());
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
