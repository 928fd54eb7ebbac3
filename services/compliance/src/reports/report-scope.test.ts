import { describe, expect, it } from 'vitest';
import { COLOURS } from './pdf-page.ts';
import { coverTexts, scopeOf } from './report-scope.ts';

const gdpr = Array.from({ length: 5 }, () => ({
  regulationType: 'gdpr',
  status: 'compliant',
  score: 100,
  readiness: null,
}));
/** Twenty rules, of which three would fail. */
const dpdp = Array.from({ length: 20 }, (_, n) => ({
  regulationType: 'dpdp',
  status: 'not_in_force',
  score: null,
  readiness: n < 3 ? 40 : 100,
}));
const hipaa = { regulationType: 'hipaa', status: 'not_applicable', score: null, readiness: null };
const all = [...gdpr, ...dpdp, hipaa];

describe('the cover of a report', () => {
  it('about one regulation says so, and names what applies and is left out', () => {
    const content = { status: 'compliant', score: 100, readiness: null, scope: scopeOf('gdpr', all) };
    const cover = coverTexts(content);
    expect(cover).toMatchObject({
      figure: '100',
      headline: 'Compliant',
      sentence: 'Score 100 of 100 over 5 rules in force.',
      included: [
        'General Data Protection Regulation (EU) 2016/679: Compliant (score 100, 5 of 5 rules in force)',
      ],
      leftOut: [
        'DPDP Act, 2023 and DPDP Rules, 2025: Not in force yet (0 of 20 rules in force, readiness 91, 3 would be violated today)',
      ],
    });
  });

  it('about all regulations claims no more than was judged, and names the rules that would fail', () => {
    const scope = scopeOf('all', all);
    const cover = coverTexts({ status: 'compliant', score: 100, readiness: 91, scope });
    expect([cover.figure, cover.ready]).toEqual(['100', '91']);
    const later = { status: 'not_in_force', score: null, readiness: 91, scope: scopeOf('dpdp', all) };
    expect(coverTexts(later)).toMatchObject({ figure: '–', ready: '91' });
    expect(cover.headline).toBe('Compliant in 5 of 25 rules');
    expect(cover.colour).toBe(COLOURS.status.get('warning'));
    expect(cover.sentence).toBe(
      'Score 100 of 100 over 5 rules in force. Readiness 91 of 100 over 20 rules not in force yet; 3 of them would be violated today.',
    );
    expect(cover.included).toHaveLength(2);
    expect(cover.leftOut).toEqual([]);
  });

  it('is green only where every rule of the report is in force and kept, or would be', () => {
    const ready = dpdp.map((check) => ({ ...check, readiness: 100 }));
    const colour = (status: string, checks: Parameters<typeof scopeOf>[1]) =>
      coverTexts({ status, score: 100, readiness: null, scope: scopeOf('all', checks) }).colour;
    expect(colour('compliant', [...gdpr, ...ready])).toBe(COLOURS.status.get('compliant'));
    expect(colour('not_in_force', ready)).toBe(COLOURS.grey);
    expect(colour('unknown', gdpr)).toBe(COLOURS.grey);
    expect(colour('violation', gdpr)).toBe(COLOURS.status.get('violation'));
  });

  it('has no figure without data', () => {
    const unknown = gdpr.map((check) => ({ ...check, status: 'unknown', score: null }));
    const cover = coverTexts({
      status: 'unknown',
      score: null,
      readiness: null,
      scope: scopeOf('all', unknown),
    });
    expect([cover.figure, cover.ready, cover.headline, cover.sentence]).toEqual([
      '–',
      '–',
      'No data',
      'No score: there is no data to judge by.',
    ]);
  });
});
