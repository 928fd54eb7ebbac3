import { complianceReportsRoutes } from '@pii-vault/contract/compliance-reports/compliance-reports-routes';
import { AccessReviewsServiceService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { DeadlinesServiceService } from '@pii-vault/proto/compliance/v1/deadlines';
import { Grievance, GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import { Incident, IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import { type Purpose, PurposesServiceService } from '@pii-vault/proto/compliance/v1/purposes';
import { type Recipient, RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import { Report, ReportsServiceService } from '@pii-vault/proto/compliance/v1/reports';
import { ShownTexts } from '@pii-vault/proto/compliance/v1/texts';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const texts = ShownTexts.create({ view: 'masked' });
const row = { companyId: 1n, rowVersion: 2n, createdAt: now, updatedAt: now };

const purpose: Purpose = {
  ...row,
  texts,
  id: 3n,
  purpose: 'kyc',
  description: '',
  lawfulBasis: 'consent',
  notices: [{ version: '2', fieldTypes: ['pan'], endEvent: 'account_closed', publishedAt: now }],
};
const grievance = Grievance.fromPartial({
  ...row,
  id: 8n,
  category: 'access',
  receivedAt: now,
  periodDays: 30,
  dueAt: now,
});
const incident = Incident.fromPartial({
  ...row,
  id: 2n,
  headings: { remedy: 'Encrypted disks' },
  awareAt: now,
  dueAt: now,
  status: 'open',
});
const recipient: Recipient = {
  ...row,
  texts,
  id: 5n,
  code: 'bureau',
  name: '',
  contract: '',
  kind: 'processor',
  fieldTypes: ['pan'],
  purposes: ['kyc'],
  sharedFrom: now,
};

const review = { id: 2n, companyId: 1n, reviewedBy: 2n, reviewedAt: now };

const report = Report.create({
  id: 4n,
  companyId: 1n,
  regulationType: 'gdpr',
  format: 'json',
  status: 'done',
  createdBy: 2n,
  createdAt: now,
  finishedAt: now,
  size: 900n,
  sha256: 'ab'.repeat(32),
});

/** Content of the example file. */
const reportFile = complianceReportsRoutes[2].example.response;

/** Registers and reports of the compliance service, each with one entry and a next page. */
export const scriptedRegisters = [
  fakeRpc(PurposesServiceService, {
    listPurposes: async () => ({ purposes: [purpose], nextBeforeId: 3n }),
    createPurpose: async () => ({ purpose }),
    updatePurpose: async () => ({ purpose }),
    getNotices: async () => ({ purposes: [] }),
  }),
  fakeRpc(GrievancesServiceService, {
    listGrievances: async () => ({ grievances: [{ ...grievance, texts }], nextBeforeId: 8n }),
    createGrievance: async () => ({ grievance: { ...grievance, texts } }),
    updateGrievance: async () => ({ grievance: { ...grievance, texts } }),
  }),
  fakeRpc(IncidentsServiceService, {
    listIncidents: async () => ({ incidents: [{ ...incident, texts }], nextBeforeId: 2n }),
    createIncident: async () => ({ incident: { ...incident, texts } }),
    updateIncident: async () => ({ incident: { ...incident, texts } }),
  }),
  fakeRpc(RecipientsServiceService, {
    listRecipients: async () => ({ recipients: [recipient], nextBeforeId: 5n }),
    createRecipient: async () => ({ recipient }),
    updateRecipient: async () => ({ recipient }),
  }),
  fakeRpc(AccessReviewsServiceService, {
    listAccessReviews: async () => ({ reviews: [review], nextBeforeId: 2n }),
    recordAccessReview: async () => ({ review }),
  }),
  fakeRpc(DeadlinesServiceService, {
    getDeadlines: async () => ({
      incidents: { count: 1n, overdue: 0n, companyId: 1n, dueAt: now },
      grievances: { count: 1n, overdue: 0n, companyId: 1n, dueAt: now },
      accessReviews: { count: 1n, overdue: 1n, companyId: 1n, dueAt: undefined },
    }),
  }),
  fakeRpc(ReportsServiceService, {
    createReport: async () => ({ report }),
    listReports: async () => ({ reports: [report], nextBeforeId: 4n }),
    getReportFile: async () => ({
      fileName: 'report-4.json',
      mediaType: 'application/json',
      content: Buffer.from(JSON.stringify(reportFile)),
    }),
  }),
];
