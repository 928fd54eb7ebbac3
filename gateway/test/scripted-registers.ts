import { complianceReportsRoutes } from '@pii-vault/contract/compliance-reports/compliance-reports-routes';
import { AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { Grievance, GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import { Incident, IncidentsService } from '@pii-vault/proto/compliance/v1/incidents';
import { type Purpose, PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { type Recipient, RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { Report, ReportsService } from '@pii-vault/proto/compliance/v1/reports';
import { ShownTexts } from '@pii-vault/proto/platform/v1/texts';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const texts = ShownTexts.create({ view: 'masked' });
const row = { companyId: 1, version: 2, createdAt: now, updatedAt: now };

const purpose: Purpose = {
  ...row,
  texts,
  id: 3,
  purpose: 'kyc',
  description: '',
  lawfulBasis: 'consent',
  notices: [{ version: '2', fieldTypes: ['pan'], endEvent: 'account_closed', publishedAt: now }],
};
const grievance = Grievance.fromPartial({
  ...row,
  id: 8,
  category: 'access',
  receivedAt: now,
  periodDays: 30,
  dueAt: now,
});
const incident = Incident.fromPartial({
  ...row,
  id: 2,
  headings: { remedy: 'Encrypted disks' },
  awareAt: now,
  dueAt: now,
  status: 'open',
});
const recipient: Recipient = {
  ...row,
  texts,
  id: 5,
  code: 'bureau',
  name: '',
  contract: '',
  kind: 'processor',
  fieldTypes: ['pan'],
  purposes: ['kyc'],
  sharedFrom: now,
};

const review = { id: 2, companyId: 1, reviewedBy: 2, reviewedAt: now };

const report = Report.create({
  id: 4,
  companyId: 1,
  regulationType: 'gdpr',
  format: 'json',
  status: 'done',
  createdBy: 2,
  createdAt: now,
  finishedAt: now,
  size: 900,
  sha256: 'ab'.repeat(32),
});

/** Content of the example file. */
const reportFile = complianceReportsRoutes[2].example.response;

/** One entry per page. */
const nextOf = <T extends { id: number }>(found: readonly T[], cursor?: string) => {
  const [entry, ...others] = found.filter(({ id }) => cursor === undefined || id < Number(cursor));
  return {
    rows: entry === undefined ? [] : [entry],
    nextCursor: others.length > 0 ? String(entry?.id) : undefined,
  };
};

/** Registers and reports of the compliance service, each with one entry and a next page, or with two. */
export const scriptedRegisters = [
  fakeRpc(PurposesService, {
    listPurposes: async (_, { cursor }) => {
      const all = [{ ...purpose, id: 9, purpose: 'loyalty' }, purpose];
      const { rows, nextCursor } = nextOf(all, cursor);
      return { purposes: rows, nextCursor };
    },
    findPurposes: async (_, { purposes = [], cursor }) => {
      const all = [{ ...purpose, id: 9, purpose: 'lending' }, purpose];
      const named = all.filter((one) => purposes.includes(one.purpose));
      const { rows, nextCursor } = nextOf(named, cursor);
      return { purposes: rows, nextCursor };
    },
    createPurpose: async () => ({ purpose }),
    updatePurpose: async () => ({ purpose }),
    getNotices: async () => ({ purposes: [] }),
  }),
  fakeRpc(GrievancesService, {
    listGrievances: async () => ({ grievances: [{ ...grievance, texts }], nextCursor: '8' }),
    createGrievance: async () => ({ grievance: { ...grievance, texts } }),
    updateGrievance: async () => ({ grievance: { ...grievance, texts } }),
  }),
  fakeRpc(IncidentsService, {
    listIncidents: async () => ({ incidents: [{ ...incident, texts }], nextCursor: '2' }),
    createIncident: async () => ({ incident: { ...incident, texts } }),
    updateIncident: async () => ({ incident: { ...incident, texts } }),
  }),
  fakeRpc(RecipientsService, {
    listRecipients: async (_, { cursor }) => {
      const other = { ...recipient, id: 9, code: 'shop', purposes: ['loyalty'] };
      const { rows, nextCursor } = nextOf([other, recipient], cursor);
      return { recipients: rows, nextCursor };
    },
    findRecipients: async (_, { purposes = [], cursor }) => {
      const all = [{ ...recipient, id: 9, code: 'auditor' }, recipient];
      const found = all.filter((one) => one.purposes.some((purpose) => purposes.includes(purpose)));
      const { rows, nextCursor } = nextOf(found, cursor);
      return { recipients: rows, nextCursor };
    },
    createRecipient: async () => ({ recipient }),
    updateRecipient: async () => ({ recipient }),
  }),
  fakeRpc(AccessReviewsService, {
    listAccessReviews: async () => ({ reviews: [review], nextCursor: '2' }),
    recordAccessReview: async () => ({ review }),
  }),
  fakeRpc(ReportsService, {
    createReport: async () => ({ report }),
    listReports: async () => ({ reports: [report], nextCursor: '4' }),
    getReportFile: async () => ({
      fileName: 'report-4.json',
      mediaType: 'application/json',
      content: Buffer.from(JSON.stringify(reportFile)),
    }),
  }),
];
