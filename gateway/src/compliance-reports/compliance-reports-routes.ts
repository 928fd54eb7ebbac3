import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { oneOf } from '../wire/values.ts';

const mediaTypes = ['application/pdf', 'text/csv', 'application/json'] as const;

/** A file. */
export function complianceReportsHandlers({
  reports,
}: Pick<Clients, 'reports'>): Handlers<KeysOf<'complianceReports'>> {
  return {
    'GET /compliance/reports/{id}/file': async ({ ctx, params }) => {
      const { fileName, mediaType, content } = await reports.getReportFile(ctx, params);
      return { type: oneOf(mediaTypes, mediaType), fileName, chunks: once(content) };
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
