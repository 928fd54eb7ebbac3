import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts, LogVerification, RevealComparison, StorageSample } from '../facts/facts.ts';
import { RULES } from './all-rules.ts';
import { standingOf } from './company-status.ts';
import { storedEncrypted } from './dpdp-sec-a1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { bandedScore, evaluateRule } from './evaluate-rule.ts';
import { textOf } from './reason.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const IN_FORCE = new Date('2027-05-14T09:00:00Z');
const HOUR_MS = 3_600_000;

function facts(some: Partial<Facts>, now = NOW): Facts {
  const none = { storage: undefined, reveals: undefined, log: undefined, registers: undefined };
  return { now, company: undefined, judged: undefined, remote: {}, mostSuperAdmins: 3, ...none, ...some };
}

function sample(fields: Partial<StorageSample>): StorageSample {
  return { sampled: 200, wellFormed: 200, suspicious: 0, sampledAt: NOW, ...fields };
}

function comparison(fields: Partial<RevealComparison>): RevealComparison {
  return {
    vaultValues: 40,
    trailValuesBefore: 40,
    trailValuesAfter: 40,
    unlogged: 0,
    newlyUncounted: 0,
    comparedAt: NOW,
    ...fields,
  };
}

function verification(fields: Partial<LogVerification>): LogVerification {
  return {
    isVerified: true,
    treeSize: 90,
    firstBadIndex: undefined,
    reason: undefined,
    checkpointAt: NOW,
    verifiedAt: NOW,
    ...fields,
  };
}

describe('DPDP-SEC-A1', () => {
  it.each([
    ['all sampled rows sound', sample({}), 'compliant'],
    ['one row without a known header', sample({ wellFormed: 199 }), 'violation'],
    ['one row that looks like plaintext', sample({ suspicious: 1 }), 'violation'],
    ['nothing stored', sample({ sampled: 0, wellFormed: 0 }), 'unknown'],
    ['an old sample', sample({ sampledAt: new Date(NOW.getTime() - 49 * HOUR_MS) }), 'warning'],
    ['no sample', undefined, 'unknown'],
  ])('%s', (_what, storage, status) => {
    expect(storedEncrypted.evaluate(facts({ storage })).status).toBe(status);
  });
});

describe('DPDP-SEC-C1', () => {
  it.each([
    ['equal counts', comparison({}), 'compliant'],
    [
      'nothing revealed',
      comparison({ vaultValues: 0, trailValuesBefore: 0, trailValuesAfter: 0 }),
      'compliant',
    ],
    ['a count that a crash has lost', comparison({ vaultValues: 30 }), 'compliant'],
    ['a value that no entry names', comparison({ vaultValues: 41, unlogged: 1 }), 'violation'],
    [
      'an entry whose decryption was not counted',
      comparison({ vaultValues: 39, newlyUncounted: 1 }),
      'warning',
    ],
    ['no counts', undefined, 'unknown'],
  ])('%s', (_what, reveals, status) => {
    expect(everyRevealLogged.evaluate(facts({ reveals })).status).toBe(status);
  });
});

describe('DPDP-SEC-C2', () => {
  const hoursBefore = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
  it.each([
    ['verified under a fresh checkpoint', verification({}), 'compliant'],
    [
      'not verified',
      verification({ isVerified: false, firstBadIndex: 4, reason: 'Entry 4 was changed' }),
      'violation',
    ],
    ['a checkpoint an hour old', verification({ checkpointAt: hoursBefore(1) }), 'warning'],
    ['a checkpoint almost an hour old', verification({ checkpointAt: hoursBefore(0.99) }), 'compliant'],
    ['never a checkpoint', verification({ checkpointAt: undefined }), 'warning'],
    [
      'verified three days ago',
      verification({ verifiedAt: hoursBefore(72), checkpointAt: hoursBefore(72) }),
      'unknown',
    ],
    ['never verified', undefined, 'unknown'],
  ])('%s', (_what, log, status) => {
    expect(logIntegrity.evaluate(facts({ log })).status).toBe(status);
  });

  it('names the first bad entry', () => {
    const finding = logIntegrity.evaluate(
      facts({ log: verification({ isVerified: false, firstBadIndex: 4, reason: 'Entry 4 was changed' }) }),
    );
    expect(textOf(finding.reasons)).toContain('Entry 4 was changed');
    expect(finding.evidence).toContainEqual({ name: 'firstBadIndex', value: '4' });
  });
});

describe('evaluateRule', () => {
  const bad = { log: verification({ isVerified: false }) };

  it('finds no violation before 13 May 2027, Indian time, and shows the readiness', () => {
    const before = evaluateRule(logIntegrity, facts(bad, new Date('2027-05-12T18:29:59Z')));
    expect(before).toMatchObject({ status: 'not_in_force', score: undefined, readiness: 0 });
    const after = evaluateRule(logIntegrity, facts(bad, new Date('2027-05-12T18:30:00Z')));
    expect(after).toMatchObject({ status: 'violation', score: 0, readiness: undefined });
  });

  it('has neither score nor readiness without data, before and after the date', () => {
    for (const now of [NOW, IN_FORCE])
      for (const rule of RULES) {
        const finding = evaluateRule(rule, facts({}, now));
        expect([finding.score, finding.readiness]).toEqual([undefined, undefined]);
        expect(finding.status).not.toBe('compliant');
      }
  });

  it('keeps every score in the band of its status', () => {
    const status = fc.constantFrom('compliant', 'warning', 'violation', 'unknown');
    fc.assert(
      fc.property(status, fc.double({ min: -50, max: 200, noNaN: true }), (of, score) => {
        const banded = bandedScore({ status: of, score });
        if (of === 'unknown') expect(banded).toBeUndefined();
        else expect(banded === undefined ? '' : bandOf(banded)).toBe(of);
      }),
    );
  });

  it('shows a violated rule as a violation for any sample', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), (sampled, wellFormed, suspicious) => {
        fc.pre(sampled > 0 && (wellFormed < sampled || suspicious > 0));
        const finding = evaluateRule(
          storedEncrypted,
          facts({ storage: sample({ sampled, wellFormed, suspicious }) }, IN_FORCE),
        );
        expect(finding.status).toBe('violation');
        expect(finding.score).toBeLessThan(70);
      }),
    );
  });
});

/** The bands: Compliant from 90, Warning from 70, else Non-Compliant. */
function bandOf(score: number): string {
  if (!Number.isInteger(score) || score < 0 || score > 100) return 'no score';
  if (score >= 90) return 'compliant';
  return score >= 70 ? 'warning' : 'violation';
}

describe('a company', () => {
  const check = (
    status: Parameters<typeof standingOf>[0][number]['status'],
    score?: number,
    readiness?: number,
  ) => ({ status, score, readiness });

  it('has the status of its worst rule in force', () => {
    expect(
      standingOf([check('compliant', 100), check('warning', 80), check('not_in_force', undefined, 50)]),
    ).toEqual({
      status: 'warning',
      score: 90,
      readiness: 50,
    });
    expect(standingOf([check('compliant', 100), check('violation', 10)]).status).toBe('violation');
  });

  it('is not green while a rule in force is unknown, and unknown without checks', () => {
    expect(standingOf([check('compliant', 100), check('unknown')]).status).toBe('unknown');
    expect(standingOf([])).toEqual({ status: 'unknown', score: undefined, readiness: undefined });
  });

  it('has only a readiness while no rule is in force', () => {
    expect(standingOf([check('not_in_force', undefined, 100), check('not_in_force', undefined, 88)])).toEqual(
      {
        status: 'not_in_force',
        score: undefined,
        readiness: 94,
      },
    );
  });
});
