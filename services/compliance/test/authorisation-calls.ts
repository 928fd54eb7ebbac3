import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsService } from '@pii-vault/proto/compliance/v1/reports';
import { TrendService } from '@pii-vault/proto/compliance/v1/trend';
import type { ComplianceWorld } from './compliance-world.ts';
import { newGrievance, newIncident, newPurpose, newRecipient, newReport } from './register-requests.ts';

export const definitions = {
  ...ChecksService,
  ...PurposesService,
  ...GrievancesService,
  ...IncidentsService,
  ...RecipientsService,
  ...ReportsService,
  ...AccessReviewsService,
  ...TrendService,
};
export type RpcName = keyof typeof definitions;

/** Ids of entries of company 1. */
export type EntryIds = Record<'purpose' | 'grievance' | 'incident' | 'recipient' | 'report', number>;

export async function enterAll(
  { purposes, grievances, incidents, recipients, reports }: ComplianceWorld,
  ctx: Ctx,
): Promise<EntryIds> {
  return {
    purpose: (await purposes.createPurpose(ctx, newPurpose(1))).purpose?.id ?? 0,
    grievance: (await grievances.createGrievance(ctx, newGrievance(1))).grievance?.id ?? 0,
    incident: (await incidents.createIncident(ctx, newIncident(1))).incident?.id ?? 0,
    recipient: (await recipients.createRecipient(ctx, newRecipient(1))).recipient?.id ?? 0,
    report: (await reports.createReport(ctx, newReport(1))).report?.id ?? 0,
  };
}

/** All calls for a company. Calls that need an entry name one of company 1, or a missing one for another company. */
export function callsFor(
  { world, checks, purposes, grievances, incidents, recipients, reports, accessReviews }: ComplianceWorld,
  ids: EntryIds,
): Record<RpcName, (ctx: Ctx, companyId: number) => Promise<unknown>> {
  const idOf = (noun: keyof EntryIds, companyId: number) => (companyId === 1 ? ids[noun] : 424_242);
  const lists = { purposes: [], fieldTypes: [] };
  return {
    listChecks: (ctx, companyId) => checks.listChecks(ctx, { companyId }),
    listHistory: (ctx, companyId) => checks.listHistory(ctx, { companyId, limit: 0 }),
    runChecks: (ctx, companyId) => checks.runChecks(ctx, { companyId }),
    companyStatuses: (ctx, companyId) => checks.companyStatuses(ctx, { companyIds: [companyId] }),
    listPurposes: (ctx, companyId) => purposes.listPurposes(ctx, { companyId, limit: 0 }),
    findPurposes: (ctx, companyId) => purposes.findPurposes(ctx, { companyId, purposes: ['kyc'], limit: 0 }),
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
    findRecipients: (ctx, companyId) =>
      recipients.findRecipients(ctx, { companyId, purposes: ['kyc'], limit: 0 }),
    createRecipient: (ctx, companyId) => recipients.createRecipient(ctx, newRecipient(companyId, 'auditor')),
    recordAccessReview: (ctx, companyId) => accessReviews.recordAccessReview(ctx, { companyId }),
    listAccessReviews: (ctx, companyId) => accessReviews.listAccessReviews(ctx, { companyId, limit: 0 }),
    getTrend: (ctx, companyId) =>
      world.client(TrendService, 'compliance').getTrend(ctx, { companyId, days: 1 }),
    getRegulationTrend: (ctx, companyId) =>
      world.client(TrendService, 'compliance').getRegulationTrend(ctx, { companyId, days: 1 }),
    createReport: (ctx, companyId) => reports.createReport(ctx, newReport(companyId)),
    listReports: (ctx, companyId) => reports.listReports(ctx, { companyId, limit: 0 }),
    getReportFile: (ctx, companyId) => reports.getReportFile(ctx, { id: idOf('report', companyId) }),
    updateRecipient: (ctx, companyId) =>
      recipients.updateRecipient(ctx, { ...lists, id: idOf('recipient', companyId) }),
  };
}
