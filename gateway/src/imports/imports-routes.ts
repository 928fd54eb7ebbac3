import type { KeysOf } from '@pii-vault/contract/routes';
import type { ConsentWarnings } from '../consents/consent-warnings.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { present } from '../wire/values.ts';
import { toAccepted, toError, toHold, toImport, toOptions, toReading } from './imports-mapper.ts';
import { type SameRecordsDeps, sameRecords } from './same-records.ts';
import { type ImportDeps, streamImport } from './stream-import.ts';

export function importsHandlers(
  deps: ImportDeps & SameRecordsDeps & { readonly consentWarnings: ConsentWarnings },
): Handlers<KeysOf<'imports'>> {
  const { imports } = deps;
  return {
    'POST /imports': async ({ ctx, session, query, request }) => {
      const mediaType = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const companyId = companyOf(query.companyId, session);
      const warned = deps.consentWarnings(companyId, query);
      const options = { companyId, mediaType, ...toOptions(query) };
      const answer = await streamImport(deps, ctx, options, request);
      const accepted = { ...toAccepted(answer), ...(await warned) };
      return {
        body: accepted,
        headers: { Location: `/api/imports/${accepted.id}` },
      };
    },
    'GET /imports': async ({ ctx, query, position }) => {
      const answer = await imports.listImports(ctx, {
        companyId: query.companyId,
        limit: query.limit,
        cursor: position,
      });
      return { body: answer.imports.map(toImport), next: answer.nextCursor };
    },
    'GET /imports/{id}': async ({ ctx, params }) => {
      const answer = await imports.getImport(ctx, { id: params.id });
      return { body: { ...toImport(present(answer.import)), hold: toHold(answer.hold) } };
    },
    'PUT /imports/{id}/mapping': async ({ ctx, params, body }) => {
      const answer = await imports.mapImport(ctx, { id: params.id, ...toReading(body) });
      return { body: toImport(present(answer.import)) };
    },
    'POST /imports/{id}/retry': async ({ ctx, params }) => {
      const answer = await imports.retryImport(ctx, { id: params.id });
      return { body: toImport(present(answer.import)) };
    },
    'GET /imports/{id}/errors': async ({ ctx, params, query, position }) => {
      const answer = await imports.listImportErrors(ctx, {
        importId: params.id,
        limit: query.limit,
        cursor: position,
      });
      return { body: answer.errors.map(toError), next: answer.nextCursor };
    },
    'GET /imports/{id}/same-records': async ({ ctx, params, query, position }) => {
      const { limit } = query;
      const { people, next } = await sameRecords(deps, ctx, { importId: params.id, limit, position });
      return { body: people, next };
    },
  };
}
