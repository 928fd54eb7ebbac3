import { type erasureResultsSchema, erasureSchema } from '@pii-vault/contract/erasures/erasures-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'erasures'> & VerifiedSameDeps;

const toErasure = jsonOf(erasureSchema);

/** With facts of lineage. */
export function erasuresHandlers(deps: Deps): Handlers<KeysOf<'erasures'>> {
  const { erasures } = deps;
  return {
    'POST /erasures': async ({ ctx, renewed, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const ids = [...new Set(body.individualIds)];
      const results =
        body.dryRun === true
          ? await eraseableAmong(deps, ctx, companyId, ids)
          : await eraseEach(deps, renewed, { companyId, reason: body.reason }, ids);
      return { body: { results } };
    },
    'POST /individuals/{id}/erase': async ({ ctx, session, params, body }) => {
      const person = { companyId: companyOf(body.companyId, session), individualId: params.id };
      // Before the erasure, which ends the person's links.
      const same = await verifiedSame(deps, person.companyId, person.individualId);
      const asked = { ...person, reason: body.reason, verifiedSame: same };
      const { erasure } = await erasures.eraseIndividual(ctx, asked);
      return { body: toErasure(present(erasure)) };
    },
  };
}

type Results = z.input<typeof erasureResultsSchema>['results'];

async function eraseableAmong(
  { erasures }: Deps,
  ctx: Ctx,
  companyId: number,
  ids: readonly number[],
): Promise<Results> {
  const found = await erasures.findErasable(ctx, { companyId, individualIds: [...ids] });
  const [erasable, erased] = [new Set(found.erasable), new Set(found.erased)];
  return ids.map((individualId) =>
    erasable.has(individualId)
      ? { individualId, status: 'sealed' }
      : { individualId, status: 'refused', reason: erased.has(individualId) ? 'ERASED' : 'NOT_FOUND' },
  );
}

/** Reasons about the caller: the people after this one could not be erased either. */
const ENDING: ReadonlySet<string> = new Set(['APPROVAL_REQUIRED', 'APPROVAL_VOID']);

/**
 * One erasure after the other, each with its own audit entry and place in the budget. Errors about a person refuse
 * that one. Another error, such as an unavailable service, ends the call: a repeated one continues.
 * @throws AppError also when the first person is refused for the caller's budget
 */
async function eraseEach(
  deps: Deps,
  renewed: () => Promise<Ctx>,
  asked: { readonly companyId: number; readonly reason: string },
  ids: readonly number[],
): Promise<Results> {
  const results: Results = [];
  for (const individualId of ids) {
    const ctx = await renewed();
    try {
      const same = await verifiedSame(deps, asked.companyId, individualId);
      await deps.erasures.eraseIndividual(ctx, { ...asked, individualId, verifiedSame: same });
      results.push({
        individualId,
        status: 'sealed',
        verifiedSame: same === undefined ? null : [...same.values],
      });
    } catch (error) {
      const { code, reason } = AppError.from(error);
      if (ENDING.has(reason) && results.some(({ status }) => status === 'sealed')) {
        for (const id of ids.slice(results.length))
          results.push({ individualId: id, status: 'refused', reason });
        break;
      }
      if (code !== 'NOT_FOUND' && code !== 'FAILED_PRECONDITION') throw error;
      results.push({ individualId, status: 'refused', reason });
    }
  }
  return results;
}
