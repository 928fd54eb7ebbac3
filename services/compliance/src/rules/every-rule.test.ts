import { describe, expect, it } from 'vitest';
import type {
  CompanyFacts,
  Facts,
  LogVerification,
  RevealComparison,
  StorageSample,
} from '../facts/facts.ts';
import type { GrievanceFacts, IncidentFacts, PurposeFacts, RecipientFacts } from '../facts/register-facts.ts';
import { RULES } from './all-rules.ts';
import { judge } from './judge.ts';
import { RULES_WITHOUT_FACTS } from './without-facts.ts';

const now = new Date('2027-06-01T09:00:00Z');
const storage: StorageSample = { sampled: 200, wellFormed: 200, suspicious: 0, sampledAt: now };
const reveals: RevealComparison = {
  vaultValues: 40,
  trailValuesBefore: 40,
  trailValuesAfter: 40,
  unlogged: 0,
  newlyUncounted: 0,
  comparedAt: now,
};
const log: LogVerification = {
  isVerified: true,
  treeSize: 90,
  firstBadIndex: undefined,
  reason: undefined,
  checkpointAt: now,
  verifiedAt: now,
};
const purposes: PurposeFacts = { purposes: ['kyc', 'lending'], withoutBasis: [], withoutRetention: [] };
const grievances: GrievanceFacts = { total: 4, open: 1, overdue: 0, closedLate: 0, longestPeriodDays: 30 };
const incidents: IncidentFacts = { total: 2, open: 0, late: 0, incomplete: 0 };
const recipients: RecipientFacts = { total: 1, unknownPurposes: [] };
const registers = { purposes, grievances, incidents, recipients };
const bank: CompanyFacts = { tier: 'finance', dataTypes: ['bank_account'] };
const clinic: CompanyFacts = { tier: 'healthcare', dataTypes: ['name'] };
const good: Facts = { now, storage, reveals, log, registers, company: bank };

const withPurposes = (some: Partial<PurposeFacts>) => ({
  registers: { ...registers, purposes: { ...purposes, ...some } },
});
const withGrievances = (some: Partial<GrievanceFacts>) => ({
  registers: { ...registers, grievances: { ...grievances, ...some } },
});
const withIncidents = (some: Partial<IncidentFacts>) => ({
  registers: { ...registers, incidents: { ...incidents, ...some } },
});
const plaintext = { storage: { ...storage, suspicious: 1 } };
const unlogged = { reveals: { ...reveals, unlogged: 1 } };
const noRegisters = { registers: undefined };

/** Rule, company, fixtures that fail, and fixtures without data; the good facts pass. */
const table: [string, CompanyFacts, Partial<Facts>[], Partial<Facts>[]][] = [
  ['DPDP-SEC-A1', bank, [plaintext], [{ storage: undefined }]],
  ['DPDP-SEC-C1', bank, [unlogged], [{ reveals: undefined }]],
  ['DPDP-SEC-C2', bank, [{ log: { ...log, isVerified: false } }], [{ log: undefined }]],
  [
    'DPDP-CON-06',
    bank,
    [withPurposes({ withoutBasis: ['kyc'] })],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  [
    'DPDP-RET-01',
    bank,
    [withPurposes({ withoutRetention: ['kyc'] })],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  [
    'DPDP-BR-03',
    bank,
    [withIncidents({ late: 1 }), withIncidents({ incomplete: 1 })],
    [noRegisters, withIncidents({ total: 0 })],
  ],
  [
    'DPDP-RGT-04',
    bank,
    [withGrievances({ overdue: 1 }), withGrievances({ longestPeriodDays: 91 })],
    [noRegisters, withGrievances({ total: 0 })],
  ],
  ['GDPR-5-1B', bank, [withPurposes({ withoutBasis: ['kyc'] })], [noRegisters]],
  ['GDPR-5-1E', bank, [withPurposes({ withoutRetention: ['kyc'] })], [noRegisters]],
  [
    'GDPR-30',
    bank,
    [{ registers: { ...registers, recipients: { total: 1, unknownPurposes: ['x'] } } }],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  ['GDPR-32', bank, [plaintext, unlogged], [{ storage: undefined }, { log: undefined }]],
  ['HIPAA-312-B', clinic, [unlogged], [{ reveals: undefined }]],
  ['HIPAA-312-C', clinic, [plaintext, { log: { ...log, isVerified: false } }], [{ log: undefined }]],
  ['PCI-3-5-1', bank, [plaintext], [{ storage: undefined }]],
  ['PCI-10-2', bank, [unlogged], [{ reveals: undefined }]],
];

function judged(id: string, facts: Partial<Facts>) {
  const rule = RULES.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return judge(rule, { ...good, ...facts });
}

describe.each(table)('%s', (id, company, failing, empty) => {
  it('passes, fails, and without data is never green', () => {
    expect(judged(id, { company })).toMatchObject({ status: 'compliant', score: 100 });
    for (const facts of failing) {
      const finding = judged(id, { company, ...facts });
      expect(finding.status).toBe('violation');
      expect(finding.recommendations).not.toEqual([]);
    }
    for (const facts of empty)
      expect(judged(id, { company, ...facts })).toMatchObject({ status: 'unknown', score: undefined });
  });
});

it('has a fixture for every rule that has facts, and each id once', () => {
  const withFacts = RULES.filter((rule) => !RULES_WITHOUT_FACTS.includes(rule)).map(({ id }) => id);
  expect(table.map(([id]) => id)).toEqual(withFacts);
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

it.each(RULES_WITHOUT_FACTS)('$id says what is missing and is never green', (rule) => {
  const company = rule.regulationType === 'hipaa' ? clinic : bank;
  const finding = judge(rule, { ...good, company });
  expect(finding).toMatchObject({ status: 'unknown', score: undefined });
  expect(finding.details).toMatch(/^Not measured: .+\.$/);
});

it('warns of reports that are due, and of grievances that were answered late', () => {
  expect(judged('DPDP-BR-03', withIncidents({ open: 1 })).status).toBe('warning');
  expect(judged('DPDP-RGT-04', withGrievances({ closedLate: 1 })).status).toBe('warning');
  expect(judged('GDPR-30', withPurposes({ withoutRetention: ['kyc'] })).status).toBe('warning');
});

describe('a law of other companies', () => {
  it('is not applicable, and unknown while the company is', () => {
    expect(judged('HIPAA-312-B', { company: bank })).toMatchObject({
      status: 'not_applicable',
      score: undefined,
    });
    expect(judged('GDPR-32', { company: clinic }).status).toBe('not_applicable');
    expect(judged('PCI-10-2', { company: clinic }).status).toBe('not_applicable');
    expect(judged('GDPR-32', { company: undefined }).status).toBe('unknown');
  });
});
