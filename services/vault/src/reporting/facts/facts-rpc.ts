import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import { invalidField } from '../../errors.ts';
import { type DataFacts, readDataFacts } from './data-facts.ts';
import { judgeReveals } from './judge-reveals.ts';
import { type SampleChildrenDeps, sampleChildrenUseCase } from './sample-children.ts';

const MOST_REVEALS = 1_000;
const MOST_CHILDREN = 500;
const DAY_MS = 86_400_000;

export function factsRpc(deps: SampleChildrenDeps & { readonly floor: RetentionFloor }): RpcService {
  const sampleChildren = sampleChildrenUseCase(deps);
  const allow = services(['compliance'], (req: { readonly companyId: number }) => req.companyId);
  return serve(FactsService, {
    getDataFacts: {
      allow,
      handle: async (_ctx, req) => {
        const [companyId, now] = [req.companyId, deps.now()];
        const facts = await deps.db.tenant({ companies: [companyId] }, (tx) =>
          readDataFacts(tx, companyId, now),
        );
        const floorDays = Math.round((deps.floor(companyId, now).getTime() - now.getTime()) / DAY_MS);
        return { countedAt: now, floorDays, ...asCounts(facts) };
      },
    },
    judgeReveals: { allow, handle: (_ctx, req) => judge(deps.db, req) },
    sampleChildren: {
      allow,
      handle: async (ctx: Ctx, { companyId, size }) => {
        if (size < 1 || size > MOST_CHILDREN)
          throw invalidField('SIZE_INVALID', 'size', `must be 1 to ${MOST_CHILDREN}`);
        return await sampleChildren(ctx, companyId, size);
      },
    },
    hasPerson: {
      allow,
      handle: async (_ctx, { companyId, individualId }) => {
        // The row of an erased person stays.
        const found = await deps.db.tenant({ companies: [companyId] }, (tx) =>
          tx.query('SELECT FROM individuals WHERE company_id = $1::bigint AND id = $2::bigint', [
            companyId,
            individualId,
          ]),
        );
        return { hasPerson: found.length > 0 };
      },
    },
  });
}

async function judge(
  db: Pick<Database, 'tenant'>,
  req: {
    readonly companyId: number;
    readonly reveals: readonly {
      readonly individualId: number;
      readonly fieldNames: readonly string[];
      readonly purpose: string;
      readonly at?: Date | undefined;
    }[];
  },
) {
  if (req.reveals.length > MOST_REVEALS) throw invalidField('TOO_MANY', 'reveals', `At most ${MOST_REVEALS}`);
  const companyId = req.companyId;
  const reveals = req.reveals.map(({ individualId, fieldNames, purpose, at = new Date(0) }) => ({
    individualId,
    fieldNames,
    purpose,
    at,
  }));
  const verdicts = await db.tenant({ companies: [companyId] }, (tx) => judgeReveals(tx, companyId, reveals));
  return { verdicts };
}

const asCounts = (facts: DataFacts) => ({
  fields: facts.fields,
  fieldsWithoutProof: facts.fieldsWithoutProof,
  fieldsPastRetention: facts.fieldsPastRetention,
  fieldsWithoutPurpose: facts.fieldsWithoutPurpose,
  sealed: facts.sealed,
  sealedShort: facts.sealedShort,
  sealedOverdue: facts.sealedOverdue,
  shredded: facts.shredded,
  shreddedEarly: facts.shreddedEarly,
  shreddedUncertified: facts.shreddedUncertified,
});
