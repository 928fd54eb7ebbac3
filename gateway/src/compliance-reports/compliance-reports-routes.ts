import {
  type ComplianceReport,
  reportFormats,
  reportRegulations,
  reportStatuses,
} from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Report } from '@pii-vault/proto/compliance/v1/reports';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { pageBefore } from '../wire/page-before.ts';
import { oneOf, present, toIso, toOptionalIso } from '../wire/values.ts';

const mediaTypes = ['application/pdf', 'text/csv', 'application/json'] as const;

export function complianceReportsHandlers({
  reports,
}: Pick<Clients, 'reports'>): Handlers<KeysOf<'complianceReports'>> {
  return {
    'POST /compliance/reports': async ({ ctx, session, body }) => {
      const answer = await reports.createReport(ctx, {
        ...body,
        companyId: companyOf(body.companyId, session),
      });
      const report = toReport(present(answer.report));
      return { body: report, headers: { Location: `/api/compliance/reports/${report.id}/file` } };
    },
    'GET /compliance/reports': async ({ ctx, query, position }) => {
      const answer = await reports.listReports(ctx, pageBefore(query, position));
      return { body: answer.reports.map(toReport), next: answer.nextBeforeId?.toString() };
    },
    'GET /compliance/reports/{id}/file': async ({ ctx, params }) => {
      const { fileName, mediaType, content } = await reports.getReportFile(ctx, { id: params.id });
      return { type: oneOf(mediaTypes, mediaType), fileName, chunks: once(content) };
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function toReport(report: Report): ComplianceReport {
  return {
    id: report.id,
    companyId: report.companyId,
    regulationType: oneOf(reportRegulations, report.regulationType),
    format: oneOf(reportFormats, report.format),
    status: oneOf(reportStatuses, report.status),
    problem: report.problem ?? null,
    createdBy: report.createdBy,
    createdAt: toIso(report.createdAt),
    finishedAt: toOptionalIso(report.finishedAt),
    size: report.size ?? null,
    sha256: report.sha256 ?? null,
  };
}
