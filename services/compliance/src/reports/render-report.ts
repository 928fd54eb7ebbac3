import { type Columns, csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import { renderPdf } from './render-pdf.ts';
import type { ReportedCheck } from './report.ts';
import type { ReportContent } from './report-content.ts';

/** The file of a report. @param format pdf | csv | json */
export async function renderReport(content: ReportContent, format: string): Promise<Buffer> {
  if (format === 'pdf') return await renderPdf(content);
  if (format === 'json') return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  return await renderCsv(content);
}

async function renderCsv(content: ReportContent): Promise<Buffer> {
  const parts: string[] = [];
  for await (const part of csvChunks(onePage(content.checks), csvColumns(content))) parts.push(part);
  return Buffer.from(parts.join(''));
}

async function* onePage(checks: readonly ReportedCheck[]): AsyncGenerator<readonly ReportedCheck[]> {
  yield checks;
}

/** Each row is self-contained: it repeats company, date and checkpoint. */
function csvColumns({ company, generatedAt, auditTrail }: ReportContent): Columns<ReportedCheck> {
  return {
    companyId: () => company.id,
    company: () => company.name,
    generatedAt: () => generatedAt,
    ruleId: (check) => check.ruleId,
    regulationType: (check) => check.regulationType,
    title: (check) => check.title,
    reference: (check) => check.reference,
    lawVersion: (check) => check.lawVersion,
    inForceFrom: (check) => check.inForceFrom,
    status: (check) => check.status,
    score: (check) => check.score,
    readiness: (check) => check.readiness,
    details: (check) => check.details,
    evidence: (check) => check.evidence.map(({ name, value }) => `${name}=${value}`).join('; '),
    recommendations: (check) => check.recommendations.join(' '),
    checkedAt: (check) => check.checkedAt,
    auditTreeSize: () => auditTrail?.treeSize,
    auditRootHash: () => auditTrail?.rootHash,
  };
}
