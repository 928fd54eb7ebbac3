import { acceptedImportSchema } from '@pii-vault/contract/imports/imports-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { ConsentWarnings } from '../consents/consent-warnings.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { present } from '../wire/values.ts';
import { type SameRecordsDeps, sameRecords } from './same-records.ts';
import { type ImportDeps, streamImport } from './stream-import.ts';

const toAccepted = jsonOf(acceptedImportSchema);

export function importsHandlers(
  deps: ImportDeps & SameRecordsDeps & { readonly consentWarnings: ConsentWarnings },
): Handlers<KeysOf<'imports'>> {
  return {
    // Streams the file, and compares the consent with the register.
    'POST /imports': async ({ ctx, session, query, request }) => {
      const mediaType = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const companyId = companyOf(query.companyId, session);
      const warned = deps.consentWarnings(companyId, query);
      const { mapping, alsoFor = [] } = query;
      const text = mapping === undefined ? '' : JSON.stringify(mapping);
      const options = { ...query, companyId, mediaType, alsoFor, mapping: text };
      const answer = await streamImport(deps, ctx, options, request);
      const { warnings = [] } = await warned;
      const body = toAccepted({ ...answer, ...present(answer.import), warnings });
      return { body, headers: { Location: `/api/imports/${body.id}` } };
    },
    // People from the vault, and their other records from lineage.
    'GET /imports/{id}/same-records': async ({ ctx, params, query, position }) => {
      const { limit } = query;
      const { people, next } = await sameRecords(deps, ctx, { importId: params.id, limit, position });
      return { body: people, next };
    },
  };
}
