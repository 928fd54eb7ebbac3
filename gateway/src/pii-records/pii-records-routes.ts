import type { BatchResult, CreateBatch } from '@pii-vault/contract/pii-records/pii-records-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { ConsentWarnings } from '../consents/consent-warnings.ts';
import { fromConsent } from '../consents/consents-mapper.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { toBudget } from '../reveal-budgets/reveal-budgets-mapper.ts';
import { companyOf } from '../wire/company-of.ts';
import { oneOf } from '../wire/values.ts';
import { checkRecords, splitBySize } from './split-batch.ts';

type Deps = Pick<Clients, 'records'> & VerifiedSameDeps & { readonly consentWarnings: ConsentWarnings };

/** With warnings of the register and facts of lineage; a batch is sent in parts. Reveals are hot. */
export function piiRecordsHandlers(deps: Deps): Handlers<KeysOf<'pii-records'>> {
  return {
    'POST /pii-records': async ({ ctx, session, body, ifRowVersion }) => {
      const companyId = companyOf(body.companyId, session);
      const warned = deps.consentWarnings(companyId, body.consentDetails);
      const answer = await deps.records.createRecord(ctx, {
        companyId,
        consentDetails: fromConsent(body.consentDetails),
        fields: Object.fromEntries(Object.entries(body.fields)),
        externalId: body.externalId,
        individualId: body.individualId,
        afterErasure: body.afterErasure,
        ifRowVersion,
      });
      return {
        body: {
          individualId: answer.individualId,
          masterKey: answer.masterKey,
          fieldIds: byType(answer.fieldIds),
          ...(body.individualId === undefined
            ? {}
            : { verifiedSame: await sameOf(deps, companyId, answer.individualId) }),
          ...(await warned),
        },
      };
    },
    'POST /pii-records/batch': async ({ renewed, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const warned = deps.consentWarnings(companyId, body.consentDetails);
      const results = await createBatch(deps, renewed, companyId, body);
      return { body: { results, ...(await warned) } };
    },
    'POST /pii-records/reveal': async ({ ctx, session, body }) => {
      const answer = await deps.records.revealRecords(ctx, {
        companyId: companyOf(body.companyId, session),
        individualIds: body.individualIds,
        fieldTypes: body.fieldTypes ?? [],
        purpose: body.purpose,
      });
      return {
        body: {
          records: answer.records.map((record) => ({
            individualId: record.individualId,
            fields: byType(record.fields),
            refused: byType(record.refused),
          })),
          ...(answer.budget === undefined ? {} : { revealBudget: toBudget(answer.budget) }),
        },
      };
    },
  };
}

async function sameOf(deps: Deps, companyId: number, individualId: number): Promise<number[] | null> {
  const same = await verifiedSame(deps, companyId, individualId);
  return same === undefined ? null : [...same.values];
}

/**
 * Sends part after part, so that one batch does not occupy the vault; results are in request order. A token may expire
 * before the last part.
 */
async function createBatch(
  deps: Deps,
  renewed: () => Promise<Ctx>,
  companyId: number,
  body: CreateBatch,
): Promise<BatchResult[]> {
  const { good, bad } = await checkRecords(body.records);
  const results = [...bad];
  const consentDetails = fromConsent(body.consentDetails);
  for (const [number, part] of splitBySize(good).entries()) {
    const records = part.map(({ record }) => record);
    const answer = await deps.records.createRecords(partOf(await renewed(), number), {
      companyId,
      consentDetails,
      records,
      afterErasure: body.afterErasure,
    });
    for (const { index, status, individualId, errors } of answer.results)
      results.push({
        index: part[index]?.index ?? index,
        status: oneOf(['created', 'rejected'], status),
        ...(individualId === undefined ? {} : { individualId }),
        ...(errors.length === 0 ? {} : { errors: errors.map((error) => ({ ...error })) }),
      });
  }
  return results.sort((a, b) => a.index - b.index);
}

/** Each part of a batch has an idempotency key derived from the request's. */
function partOf(ctx: Ctx, number: number): Ctx {
  return ctx.idempotencyKey === undefined
    ? ctx
    : { ...ctx, idempotencyKey: `${ctx.idempotencyKey}.${number}` };
}

function byType<T>(values: Readonly<Record<string, T>>) {
  const result: { [K in (typeof fieldTypes)[number]]?: T } = {};
  for (const type of fieldTypes) {
    const value = values[type];
    if (value !== undefined) result[type] = value;
  }
  return result;
}
