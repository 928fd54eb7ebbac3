import { complianceReportSchema } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { oneOf, present } from '../wire/values.ts';

const mediaTypes = ['application/pdf', 'text/csv', 'application/json'] as const;
const toReport = jsonOf(complianceReportSchema);

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
    'GET /compliance/reports/{id}/file': async ({ ctx, params }) => {
      const { fileName, mediaType, content } = await reports.getReportFile(ctx, { id: params.id });
      return { type: oneOf(mediaTypes, mediaType), fileName, chunks: once(content) };
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
