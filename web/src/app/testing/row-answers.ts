import { noDuplicates, sampleField, sampleProfile } from '../../features/individuals/testing/samples.ts';
import { securityApi } from '../../features/security/testing/samples.ts';
import { sampleSession, usersApi } from '../../features/users/testing/users-api.ts';
import { sampleKey } from '../../testing/samples.ts';

const at = '2026-11-21T08:00:00.000Z';
const times = { createdAt: at, updatedAt: at, version: 1 };
const noTexts = { view: 'masked', filled: [], identifiers: 0 };

const agreement = {
  ...{ id: 4, companyId: 1, companyName: 'Asha Bank', otherCompanyId: 2, otherCompanyName: 'Bodhi Health' },
  ...{ purpose: 'kyc', includeAadhaar: false, disclosureDelay: 15, includesHealthData: false },
  ...{ status: 'accepted', isLive: true, startsAt: at, endsAt: null, acceptedAt: at, endedAt: null },
  createdAt: at,
};
const webhook = {
  ...{ id: 4, companyId: 1, url: 'https://partner.example.com/pii-vault', events: ['erasure_completed'] },
  ...{ status: 'active', failing: false, ...times },
};
const approval = {
  ...{ id: 7, companyId: 1, companyName: 'Asha Bank', kind: 'reveal', purpose: 'kyc', people: 2000, used: 0 },
  ...{ reason: 'Yearly review', texts: noTexts, status: 'pending', requestedBy: 11, clientId: null },
  ...{ requestedByName: 'Asha Rao', requestedAt: at, decidedBy: null, decidedByName: null, decidedAt: null },
  ...{ expiresAt: at, mayDecide: true, isDependent: false },
};
const importJob = {
  ...{ id: 12, companyId: 1, fileName: 'customers.csv', status: 'running', statusReason: null },
  ...{ statusMessage: null, nextTryAt: null, failedLine: null, bytesTotal: 1000, bytesRead: 250 },
  ...{ processed: 2000, accepted: 1990, rejected: 10, knownPeople: 0, perSecond: 600, createdAt: at },
  finishedAt: null,
};
const grievance = {
  ...{ id: 8, companyId: 1, category: 'correction', subject: 'Wrong address', description: 'Late' },
  ...{ resolution: '', texts: noTexts, individualId: 9, receivedAt: at, periodDays: 30, dueAt: at },
  ...{ closedAt: null, overdue: true, ...times },
};
const incident = {
  ...{ id: 2, companyId: 1, title: 'Laptop lost', headings: {}, texts: noTexts, awareAt: at },
  ...{ occurredAt: null, affected: 12, extendedUntil: null, dueAt: at, reportedAt: null, status: 'open' },
  ...times,
};
const purpose = {
  ...{ id: 3, companyId: 1, purpose: 'kyc', lawfulBasis: 'consent', description: null, texts: noTexts },
  ...{ notices: [{ version: '2', fieldTypes: ['pan'], retentionDays: 365, publishedAt: at }], ...times },
};
const recipient = {
  ...{ id: 6, companyId: 1, name: 'Scoring Ltd', code: 'scoring', kind: 'processor', purposes: ['kyc'] },
  ...{ fieldTypes: ['pan'], country: 'IN', contract: null, texts: noTexts, sharedFrom: at },
  ...{ sharedUntil: null, ...times },
};
const consentDetails = { purpose: 'kyc', date: at, noticeVersion: '2' };

/** Responses for stubApi with one row in each list. */
export const rowAnswers = {
  ...usersApi(),
  ...securityApi,
  'GET /link-agreements': [agreement],
  'GET /encryption-keys': [
    sampleKey({ id: 2, version: 2 }),
    sampleKey({ id: 3, status: 'expired', isActive: false, rotatedAt: at, rowsOnVersion: 0 }),
  ],
  'GET /encryption-keys/rotations': [],
  'GET /admin/access-control': { allowedIps: ['203.0.113.7'], allowedDomains: [] },
  'GET /security/threats': {
    blockedIps: [{ ipAddress: '203.0.113.7', reason: 'Spraying', blockedUntil: null, createdAt: at }],
    patterns: [],
    probes: [],
    unansweredServices: [],
  },
  'GET /auth/sessions': [sampleSession({ id: 'here', isCurrent: true }), sampleSession()],
  'GET /imports': [importJob],
  'GET /imports/12': importJob,
  'GET /imports/12/errors': [],
  'GET /webhooks': [webhook],
  'GET /webhooks/4/deliveries': [],
  'GET /approvals': [approval],
  'GET /grievances': [grievance],
  'GET /incidents': [incident],
  'GET /purposes': [purpose],
  'GET /recipients': [recipient],
  'GET /individuals': [],
  'GET /individuals/9': sampleProfile(9, [sampleField('pan', { id: 91, consentDetails })]),
  'GET /individuals/9/consents': [],
  'GET /pii-fields/91/history': [],
  'GET /duplicates': noDuplicates,
  'GET /audit-trail': [],
};
