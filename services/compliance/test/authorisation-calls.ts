import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AccessReviewsServiceService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksServiceService } from '@pii-vault/proto/compliance/v1/checks';
import { DeadlinesServiceService } from '@pii-vault/proto/compliance/v1/deadlines';
import { GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesServiceService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsServiceService } from '@pii-vault/proto/compliance/v1/reports';
import { TrendServiceService } from '@pii-vault/proto/compliance/v1/trend';
import type { ComplianceWorld } from './compliance-world.ts';
import { newGrievance, newIncident, newPurpose, newRecipient, newReport } from './register-requests.ts';

export const definitions = {
  ...ChecksServiceService,
  ...PurposesServiceService,
  ...GrievancesServiceService,
  ...IncidentsServiceService,
  ...RecipientsServiceService,
  ...ReportsServiceService,
  ...AccessReviewsServiceService,
  ...TrendServiceService,
  ...DeadlinesServiceService,
};
export type RpcName = keyof typeof definitions;

/** Ids of entries of company 1. */
export type EntryIds = Record<'purpose' | 'grievance' | 'incident' | 'recipient' | 'report', bigint>;

export async function enterAll(
  { purposes, grievances, incidents, recipients, reports }: ComplianceWorld,
  ctx: Ctx,
): Promise<EntryIds> {
  return {
    purpose: (await purposes.createPurpose(ctx, newPurpose(1n))).purpose?.id ?? 0n,
    grievance: (await grievances.createGrievance(ctx, newGrievance(1n))).grievance?.id ?? 0n,
    incident: (await incidents.createIncident(ctx, newIncident(1n))).incident?.id ?? 0n,
    recipient: (await recipients.createRecipient(ctx, newRecipient(1n))).recipient?.id ?? 0n,
    report: (await reports.createReport(ctx, newReport(1n))).report?.id ?? 0n,
  };
}

/** All calls for a company. Calls that need an entry name one of company 1, or a missing one for another company. */
export function callsFor(
  { world, checks, purposes, grievances, incidents, recipients, reports, accessReviews }: ComplianceWorld,
  ids: EntryIds,
): Record<RpcName, (ctx: Ctx, companyId: bigint) => Promise<unknown>> {
  const idOf = (noun: keyof EntryIds, companyId: bigint) => (companyId === 1n ? ids[noun] : 424_242n);
  const lists = { purposes: [], fieldTypes: [] };
  return {
    listChecks: (ctx, companyId) => checks.listChecks(ctx, { companyId }),
    listHistory: (ctx, companyId) => checks.listHistory(ctx, { companyId, limit: 0 }),
    runChecks: (ctx, companyId) => checks.runChecks(ctx, { companyId }),
    companyStatuses: (ctx, companyId) => checks.companyStatuses(ctx, { companyIds: [companyId] }),
    listPurposes: (ctx, companyId) => purposes.listPurposes(ctx, { companyId, limit: 0 }),
    createPurpose: (ctx, companyId) => purposes.createPurpose(ctx, newPurpose(companyId, 'lending')),
    getNotices: (ctx, companyId) => purposes.getNotices(ctx, { companyId, purposes: ['kyc'] }),
    updatePurpose: (ctx, companyId) => purposes.updatePurpose(ctx, { id: idOf('purpose', companyId) }),
    listGrievances: (ctx, companyId) => grievances.listGrievances(ctx, { companyId, limit: 0 }),
    createGrievance: (ctx, companyId) => grievances.createGrievance(ctx, newGrievance(companyId)),
    updateGrievance: (ctx, companyId) =>
      grievances.updateGrievance(ctx, { id: idOf('grievance', companyId) }),
    listIncidents: (ctx, companyId) => incidents.listIncidents(ctx, { companyId, limit: 0 }),
    createIncident: (ctx, companyId) => incidents.createIncident(ctx, newIncident(companyId)),
    updateIncident: (ctx, companyId) => incidents.updateIncident(ctx, { id: idOf('incident', companyId) }),
    listRecipients: (ctx, companyId) => recipients.listRecipients(ctx, { companyId, limit: 0 }),
    createRecipient: (ctx, companyId) => recipients.createRecipient(ctx, newRecipient(companyId, 'auditor')),
    recordAccessReview: (ctx, companyId) => accessReviews.recordAccessReview(ctx, { companyId }),
    listAccessReviews: (ctx, companyId) => accessReviews.listAccessReviews(ctx, { companyId, limit: 0 }),
    getTrend: (ctx, companyId) =>
      world.client(TrendServiceService, 'compliance').getTrend(ctx, { companyId, days: 1 }),
    getRegulationTrend: (ctx, companyId) =>
      world.client(TrendServiceService, 'compliance').getRegulationTrend(ctx, { companyId, days: 1 }),
    getDeadlines: (ctx) => world.client(DeadlinesServiceService, 'compliance').getDeadlines(ctx, {}),
    createReport: (ctx, companyId) => reports.createReport(ctx, newReport(companyId)),
    listReports: (ctx, companyId) => reports.listReports(ctx, { companyId, limit: 0 }),
    getReportFile: (ctx, companyId) => reports.getReportFile(ctx, { id: idOf('report', companyId) }),
    updateRecipient: (ctx, companyId) =>
      recipients.updateRecipient(ctx, { ...lists, id: idOf('recipient', companyId) }),
  };
}
