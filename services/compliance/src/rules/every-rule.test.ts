import { describe, expect, it } from 'vitest';
import type {
  CompanyFacts,
  Facts,
  LogVerification,
  RevealComparison,
  StorageSample,
} from '../facts/facts.ts';
import type { GrievanceFacts, IncidentFacts, PurposeFacts, RecipientFacts } from '../facts/register-facts.ts';
import type { RemoteFacts } from '../facts/remote-facts.ts';
import type { JudgedReveals } from '../facts/reveal-judgements.ts';
import { RULES } from './all-rules.ts';
import { standingOf } from './company-status.ts';
import { evaluateRule } from './evaluate-rule.ts';

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
const disclosures = { disclosed: 2, withoutRecipient: [] };
const registers = { purposes, grievances, incidents, recipients, disclosures, accessReviewedAt: now };
const bank: CompanyFacts = { tier: 'finance', dataTypes: ['bank_account'] };
const clinic: CompanyFacts = { tier: 'healthcare', dataTypes: ['name'] };
const judgedReveals: JudgedReveals = {
  covered: 12,
  outsidePurpose: 0,
  afterWithdrawal: 0,
  gone: 1,
  auditIds: [],
  isBehind: false,
};
const remote: RemoteFacts = {
  data: {
    fields: 80,
    fieldsWithoutProof: 0,
    fieldsPastRetention: 0,
    fieldsWithoutPurpose: 0,
    floorDays: 365,
    sealed: 3,
    sealedShort: 0,
    sealedOverdue: 0,
    shredded: 2,
    shreddedEarly: 0,
    shreddedUncertified: 0,
  },
  children: { sampled: 200, children: 4, childrenWithoutGuardian: 0 },
  access: {
    users: 9,
    staleUsers: 0,
    credentials: 2,
    staleCredentials: 0,
    superAdmins: 2,
    admins: 1,
    analystsWhoReveal: 0,
    shortestPassword: 12,
    loginRisk: 'enforce',
    throttlesLogins: true,
    attemptDays: 365,
  },
  keys: {
    protection: 'hsm',
    storeStatus: 'online',
    activeKeys: 3,
    overdueKeys: 0,
    scheduleDays: 365,
    rowsOnRetired: 0,
  },
  links: { links: 40, agreements: 2, unauthorised: 0 },
  allowList: { addresses: 1, domains: 0 },
  trail: { isAppendOnly: true, entries: 90 },
  transport: { between: 'mtls', isConsoleSecure: true },
};
const good: Facts = {
  now,
  storage,
  reveals,
  log,
  registers,
  remote,
  company: bank,
  judged: judgedReveals,
  mostSuperAdmins: 3,
};

/** The good facts with one kind of remote facts changed or missing. */
const withRemote = <K extends keyof RemoteFacts>(
  kind: K,
  some?: Partial<RemoteFacts[K]>,
): Partial<Facts> => ({
  remote: { ...remote, [kind]: some && { ...remote[kind], ...some } },
});
const withJudged = (some: Partial<JudgedReveals>) => ({ judged: { ...judgedReveals, ...some } });
const withDisclosures = (withoutRecipient: string[]) => ({
  registers: { ...registers, disclosures: { disclosed: 2, withoutRecipient } },
});
const notReviewed = { registers: { ...registers, accessReviewedAt: new Date('2027-03-01T09:00:00Z') } };
const nothingStored = withRemote('data', { fields: 0, sealed: 0, shredded: 0 });

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
  [
    'DPDP-SEC-A2',
    bank,
    [
      withRemote('keys', { protection: 'software' }),
      withRemote('keys', { overdueKeys: 1 }),
      withRemote('keys', { rowsOnRetired: 5 }),
    ],
    [withRemote('keys'), withRemote('keys', { activeKeys: 0 })],
  ],
  [
    'DPDP-SEC-B1',
    bank,
    [
      withRemote('access', { staleUsers: 1 }),
      withRemote('access', { staleCredentials: 1 }),
      withRemote('allowList', { addresses: 0 }),
      notReviewed,
    ],
    [withRemote('access'), withRemote('allowList'), noRegisters],
  ],
  [
    'DPDP-SEC-B2',
    bank,
    [withRemote('access', { superAdmins: 4 }), withRemote('access', { analystsWhoReveal: 1 })],
    [withRemote('access')],
  ],
  ['DPDP-SEC-C1', bank, [unlogged], [{ reveals: undefined }]],
  ['DPDP-SEC-C2', bank, [{ log: { ...log, isVerified: false } }], [{ log: undefined }]],
  [
    'DPDP-SEC-E1',
    bank,
    [withRemote('trail', { isAppendOnly: false }), withRemote('access', { attemptDays: 364 })],
    [withRemote('trail'), withRemote('access')],
  ],
  ['DPDP-CON-01', bank, [withRemote('data', { fieldsWithoutProof: 1 })], [withRemote('data'), nothingStored]],
  [
    'DPDP-CON-02',
    bank,
    [withJudged({ outsidePurpose: 1 })],
    [{ judged: undefined }, withJudged({ covered: 0 })],
  ],
  [
    'DPDP-CON-05',
    bank,
    [withJudged({ afterWithdrawal: 1 })],
    [{ judged: undefined }, withJudged({ covered: 0 })],
  ],
  [
    'DPDP-CON-06',
    bank,
    [withPurposes({ withoutBasis: ['kyc'] })],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  [
    'DPDP-BR-03',
    bank,
    [withIncidents({ late: 1 }), withIncidents({ incomplete: 1 })],
    [noRegisters, withIncidents({ total: 0 })],
  ],
  [
    'DPDP-RET-01',
    bank,
    [withPurposes({ withoutRetention: ['kyc'] })],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  [
    'DPDP-RET-02',
    bank,
    [withRemote('data', { fieldsPastRetention: 1 }), withRemote('data', { fieldsWithoutPurpose: 1 })],
    [withRemote('data'), nothingStored],
  ],
  [
    'DPDP-RET-03',
    bank,
    [withRemote('data', { shreddedEarly: 1 }), withRemote('data', { sealedShort: 1 })],
    [withRemote('data')],
  ],
  [
    'DPDP-RET-04',
    bank,
    [withRemote('data', { sealedOverdue: 1 }), withRemote('data', { shreddedUncertified: 1 })],
    [withRemote('data'), nothingStored],
  ],
  ['DPDP-RGT-02', bank, [withDisclosures(['kyc: pan'])], [noRegisters, { judged: undefined }]],
  [
    'DPDP-RGT-04',
    bank,
    [withGrievances({ overdue: 1 }), withGrievances({ longestPeriodDays: 91 })],
    [noRegisters, withGrievances({ total: 0 })],
  ],
  [
    'DPDP-CHD-01',
    bank,
    [withRemote('children', { childrenWithoutGuardian: 1 })],
    [withRemote('children'), withRemote('children', { sampled: 0 })],
  ],
  ['DPDP-XFR-01', bank, [withRemote('links', { unauthorised: 1 })], [withRemote('links')]],
  ['GDPR-5-1B', bank, [withPurposes({ withoutBasis: ['kyc'] })], [noRegisters]],
  ['GDPR-5-1E', bank, [withPurposes({ withoutRetention: ['kyc'] })], [noRegisters]],
  [
    'GDPR-17',
    bank,
    [withRemote('data', { fieldsPastRetention: 1 }), withRemote('data', { sealedOverdue: 1 })],
    [withRemote('data')],
  ],
  [
    'GDPR-30',
    bank,
    [{ registers: { ...registers, recipients: { total: 1, unknownPurposes: ['x'] } } }],
    [noRegisters, withPurposes({ purposes: [] })],
  ],
  ['GDPR-32', bank, [plaintext, unlogged], [{ storage: undefined }, { log: undefined }]],
  ['HIPAA-312-A', clinic, [withRemote('access', { staleUsers: 1 }), plaintext], [withRemote('access')]],
  ['HIPAA-312-B', clinic, [unlogged], [{ reveals: undefined }]],
  ['HIPAA-312-C', clinic, [plaintext, { log: { ...log, isVerified: false } }], [{ log: undefined }]],
  [
    'HIPAA-312-E',
    clinic,
    [withRemote('transport', { between: 'plain' }), withRemote('transport', { isConsoleSecure: false })],
    [withRemote('transport')],
  ],
  ['PCI-3-5-1', bank, [plaintext], [{ storage: undefined }]],
  ['PCI-7-2', bank, [withRemote('access', { superAdmins: 4 })], [withRemote('access')]],
  ['PCI-8-3', bank, [withRemote('access', { throttlesLogins: false })], [withRemote('access')]],
  ['PCI-10-2', bank, [unlogged], [{ reveals: undefined }]],
  ['PCI-10-5', bank, [withRemote('trail', { isAppendOnly: false })], [withRemote('trail')]],
];

function evaluated(id: string, facts: Partial<Facts>) {
  const rule = RULES.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return evaluateRule(rule, { ...good, ...facts });
}

describe.each(table)('%s', (id, company, failing, empty) => {
  it('passes, fails, and is never compliant without data', () => {
    expect(evaluated(id, { company })).toMatchObject({ status: 'compliant', score: 100 });
    for (const facts of failing) {
      const finding = evaluated(id, { company, ...facts });
      expect(finding.status).toBe('violation');
      expect(finding.recommendations).not.toEqual([]);
    }
    for (const facts of empty)
      expect(evaluated(id, { company, ...facts })).toMatchObject({ status: 'unknown', score: undefined });
  });
});

it('has a fixture for every rule, and each id once', () => {
  expect(table.map(([id]) => id)).toEqual(RULES.map(({ id }) => id));
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

it('warns of due reports and of grievances that were answered late', () => {
  expect(evaluated('DPDP-BR-03', withIncidents({ open: 1 })).status).toBe('warning');
  expect(evaluated('DPDP-RGT-04', withGrievances({ closedLate: 1 })).status).toBe('warning');
  expect(evaluated('GDPR-30', withPurposes({ withoutRetention: ['kyc'] })).status).toBe('warning');
  expect(evaluated('DPDP-RET-03', withRemote('data', { floorDays: 30 })).status).toBe('warning');
  expect(evaluated('PCI-8-3', withRemote('access', { shortestPassword: 8 }))).toMatchObject({
    status: 'warning',
    score: 80,
  });
});

describe.each([now, new Date('2026-11-21T09:00:00Z')])('a company without personal data, on %s', (day) => {
  const empty = { tier: 'finance', dataTypes: [] };
  it('has no score and no readiness, and is never compliant', () => {
    const found = RULES.map((rule) => evaluateRule(rule, { ...good, company: empty, now: day }));
    expect(standingOf(found)).toMatchObject({ status: 'unknown', score: undefined, readiness: undefined });
    expect(found.map(({ status }) => status)).not.toContain('compliant');
  });
  it('still shows a violation', () => {
    const facts = { ...good, ...plaintext, company: empty, now: day };
    const rule = RULES.find(({ id }) => id === 'GDPR-32');
    expect(rule && evaluateRule(rule, facts)).toMatchObject({ status: 'violation', score: undefined });
  });
});

describe('a law of other companies', () => {
  it('is not applicable, and is unknown while the company is unknown', () => {
    expect(evaluated('HIPAA-312-B', { company: bank })).toMatchObject({
      status: 'not_applicable',
      score: undefined,
    });
    expect(evaluated('GDPR-32', { company: clinic }).status).toBe('not_applicable');
    expect(evaluated('PCI-10-2', { company: clinic }).status).toBe('not_applicable');
    expect(evaluated('GDPR-32', { company: undefined }).status).toBe('unknown');
  });
});
