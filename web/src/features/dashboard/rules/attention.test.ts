import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import { describe, expect, it } from 'vitest';
import { exampleOf, exampleRow } from '../../../testing/examples.ts';
import { sampleCompany, sampleKey } from '../../../testing/samples.ts';
import { noAttention } from '../testing/samples.ts';
import { type AttentionFacts, attentionOf, withFormerParts } from './attention.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const daysOn = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
const status = exampleOf('GET /environment/status');
const environment = (change: object = {}, encryption: 'active' | 'error' = 'active') => ({
  ...status,
  keyStore: { ...status.keyStore, kind: 'pkcs11', protection: 'hsm' as const, ...change },
  encryption,
});
const sampleCheck = (change: Partial<ComplianceCheck>) => ({ ...exampleRow('GET /compliance'), ...change });
const quiet: AttentionFacts = {
  companies: [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
  environment: environment(),
  keys: [sampleKey({ expiresAt: daysOn(25) })],
  checks: [sampleCheck({ status: 'not_in_force' }), sampleCheck({ status: 'warning' })],
  waiting: {
    ...noAttention,
    highRiskLogins: 0,
    heldImports: { count: 0, oldest: null },
    relationships: { total: 10, pending: 0, companyId: null },
    unchecked: [],
  },
  mayManageKeys: true,
  mayReactivate: true,
  nowMs: NOW,
};
const waiting = (change: Partial<DashboardAttention>) => ({
  waiting: { ...noAttention, ...change },
});
const of = (change: Partial<AttentionFacts>) => attentionOf({ ...quiet, ...change });

describe('attentionOf', () => {
  it('is empty if nothing is wrong or pending', () => expect(of({})).toEqual([]));

  it('is empty for a role without permissions', () => {
    const unknown = { keys: undefined, checks: undefined, waiting: undefined };
    expect(of({ ...unknown, environment: undefined })).toEqual([]);
    expect(of(waiting({}))).toEqual([]);
  });

  it('lists requests to end a suspension for those who can, the oldest first', () => {
    const suspended = (id: number, name: string, days: number) => {
      const request = { requestedBy: 7, requestedByName: null, reason: 'A mistake' };
      const reactivationRequest = { ...request, requestedAt: daysOn(days) };
      return sampleCompany(id, { name, status: 'suspended', reactivationRequest });
    };
    const companies = [suspended(1, 'Asha Bank', -1), suspended(2, 'Bodhi Health', -2), sampleCompany(3)];
    const values = { count: 2, company: 'Bodhi Health', name: '' };
    expect(of({ companies })).toEqual([{ kind: 'reactivation', tone: 'warning', values, to: '/companies' }]);
    expect(of({ companies, mayReactivate: false })).toEqual([]);
  });

  it('links only to screens that the role can open', () => {
    const items = of({ environment: environment({ status: 'offline' }, 'error'), mayManageKeys: false });
    expect(items.map(({ kind, to }) => [kind, to])).toEqual([
      ['encryption', null],
      ['keyStore', null],
    ]);
  });

  it.each([
    ['failing encryption', { environment: environment({}, 'error') }, 'encryption', '/encryption'],
    ['an offline key store', { environment: environment({ status: 'offline' }) }, 'keyStore', '/encryption'],
  ] as const)('puts %s first, as an error', (_, change, kind, to) => {
    expect(of({ ...change, ...waiting({ highRiskLogins: 2 }) }).map((item) => item.kind)).toEqual([
      kind,
      'logins',
    ]);
    expect(of(change)[0]).toMatchObject({ tone: 'error', to });
  });

  it('names the key that expires first, with a link to the keys of its company', () => {
    const keys = [
      sampleKey({ expiresAt: daysOn(7.2), companyId: 1, company: { name: 'Asha Bank' } }),
      sampleKey({ expiresAt: daysOn(6.5), companyId: 2, company: { name: 'Bodhi Health' } }),
    ];
    expect(of({ keys })).toEqual([
      {
        kind: 'key',
        tone: 'warning',
        values: { count: 2, company: 'Bodhi Health', name: '6' },
        to: '/encryption-keys?company=2',
      },
    ]);
  });

  it('calls an expired key overdue, and counts only overdue keys', () => {
    const keys = [sampleKey({ expiresAt: daysOn(-1) }), sampleKey({ expiresAt: daysOn(3) })];
    expect(of({ keys })).toMatchObject([{ kind: 'keyOverdue', tone: 'error', values: { count: 1 } }]);
  });

  it('counts only violations of rules in force', () => {
    const checks = [
      sampleCheck({ status: 'violation', ruleId: 'DPDP-CON-01', companyId: 2 }),
      sampleCheck({ status: 'violation', ruleId: 'DPDP-SEC-A1', companyId: 1 }),
      ...(quiet.checks ?? []),
    ];
    expect(of({ checks })).toMatchObject([
      {
        kind: 'compliance',
        values: { count: 2, company: 'Bodhi Health', name: 'DPDP-CON-01' },
        to: '/compliance?company=2',
      },
    ]);
  });

  it.each([
    ['incidents', 0, 'incident', 'error', '/incidents?company=2'],
    ['incidents', 1, 'incidentOverdue', 'error', '/incidents?company=2'],
    ['grievances', 0, 'grievance', 'warning', '/grievances?company=2'],
    ['grievances', 1, 'grievanceOverdue', 'error', '/grievances?company=2'],
    ['accessReviews', 1, 'accessReview', 'warning', '/access-reviews?company=2'],
    ['approvals', 0, 'approval', 'warning', '/approvals?company=2'],
    ['limits', 0, 'limits', 'warning', '/approvals?company=2'],
    ['agreements', 0, 'agreement', 'warning', '/companies?company=2'],
    ['failingWebhooks', 0, 'webhook', 'error', '/webhooks?company=2'],
  ] as const)('shows what waits in %s, with %d overdue', (register, overdue, kind, tone, to) => {
    const at = daysOn(2);
    expect(of(waiting({ [register]: { count: 3, overdue, companyId: 2, dueAt: at } }))).toEqual([
      { kind, tone, to, at, values: { count: 3, company: 'Bodhi Health', name: '' } },
    ]);
    expect(of(waiting({ [register]: { count: 0, overdue: 0, companyId: null, dueAt: null } }))).toEqual([]);
  });

  it('opens the oldest held import', () => {
    const heldImports = { count: 2, oldest: { id: 4, companyId: 2, fileName: null } };
    expect(of(waiting({ heldImports }))).toMatchObject([
      {
        kind: 'import',
        values: { count: 2, company: 'Bodhi Health', name: '#4' },
        to: '/imports?company=2&import=4',
      },
    ]);
  });

  it('links to the company with most undecided relationships, for users who decide', () => {
    const change = waiting({ relationships: { total: 30, pending: 12, companyId: 2 } });
    expect(of(change)).toMatchObject([
      {
        kind: 'lineage',
        values: { count: 12, company: 'Bodhi Health' },
        to: '/data-lineage?company=2&status=pending',
      },
    ]);
    expect(of(waiting({ relationships: { total: 30, pending: 12, companyId: null } }))).toEqual([]);
  });
});

const former = {
  highRiskLogins: 2,
  heldImports: { count: 1, oldest: { id: 4, companyId: 1, fileName: null } },
  relationships: { total: 20, pending: 3, companyId: 1 },
  incidents: { count: 1, overdue: 0, companyId: 1, dueAt: null },
  grievances: { count: 2, overdue: 0, companyId: 1, dueAt: null },
  accessReviews: { count: 3, overdue: 3, companyId: 1, dueAt: null },
  approvals: { count: 4, overdue: 0, companyId: 1, dueAt: null },
  limits: { count: 5, overdue: 0, companyId: 1, dueAt: null },
  agreements: { count: 5, overdue: 0, companyId: 1, dueAt: null },
  failingWebhooks: { count: 6, overdue: 0, companyId: 1, dueAt: null },
  unchecked: [],
};

it('keeps the former value of each part that was not checked, and of no other', () => {
  expect(withFormerParts({ ...noAttention, unchecked: ['relationships'] }, former)).toEqual({
    ...noAttention,
    relationships: former.relationships,
    unchecked: ['relationships'],
  });
  const all = ['logins', 'imports', 'relationships', 'registers', 'approvals', 'partners'] as const;
  expect(withFormerParts({ ...noAttention, unchecked: [...all] }, former)).toEqual({
    ...former,
    unchecked: all,
  });
});

it('has nothing to keep at first', () => {
  const next = { ...noAttention, unchecked: ['logins' as const] };
  expect(withFormerParts(next, undefined)).toEqual(next);
});
