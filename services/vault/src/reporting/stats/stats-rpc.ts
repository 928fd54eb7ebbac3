import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { anyOf, permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type GetCompanyStatsRequest,
  type GetRevealCountsRequest,
  type RevealCount,
  type SampleStorageRequest,
  StatsService,
} from '@pii-vault/proto/vault/v1/stats';
import { invalidField } from '../../errors.ts';
import type { DecryptCounter } from '../../reveals/decrypt-counter.ts';
import type { CompanyStats, GetCompanyStats } from './company-stats.ts';
import { sampleStorage } from './sample-storage.ts';

const DEFAULT_SAMPLE = 200;
const MAX_SAMPLE = 1_000;

/** Whether the company holds no people yet. */
export const setupCounts = (getCompanyStats: GetCompanyStats): WaitingCounts => [
  [
    ['setup.people'],
    async (ctx, companyId) => {
      if (companyId === undefined) return {};
      const [stats] = await getCompanyStats(ctx, [companyId]);
      return { 'setup.people': { count: (stats?.individuals ?? 0) > 0 ? 0 : 1 } };
    },
  ],
];

export function statsRpc(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly counter: DecryptCounter;
  readonly getCompanyStats: GetCompanyStats;
}): RpcService {
  return serve(StatsService, {
    getCompanyStats: {
      allow: anyOf<GetCompanyStatsRequest>(permission('pii:read'), services(['compliance'])),
      handle: async (ctx, { companyIds }) => {
        const stats = await deps.getCompanyStats(ctx, companyIds);
        return { stats: stats.map(statsToProto) };
      },
    },
    getRevealCounts: {
      allow: services<GetRevealCountsRequest>(['compliance']),
      handle: async (ctx, { from, to, companyIds }) => {
        if (from === undefined || to === undefined)
          throw invalidField('RANGE_REQUIRED', 'from', 'and to are required');
        const own =
          ctx.caller.kind === 'service' && ctx.caller.company !== 'system' ? [ctx.caller.company] : undefined;
        const completeUntil = new Date();
        await deps.counter.flush((work) => deps.db.system(work));
        const counts = await deps.db.system((tx) =>
          readRevealCounts(tx, { from, to, companies: own ?? companyIds }),
        );
        return { counts, completeUntil };
      },
    },
    sampleStorage: {
      allow: services(['compliance'], (req: SampleStorageRequest) => req.companyId),
      handle: async (_ctx, { companyId, size }) => {
        const sampledAt = new Date();
        const wanted = Math.min(size === 0 ? DEFAULT_SAMPLE : size, MAX_SAMPLE);
        if (wanted < 1) throw invalidField('SIZE_INVALID', 'size', 'must be 1 to 1,000');
        const sample = await sampleStorage(deps.db, companyId, wanted);
        const { sampled, wellFormed, suspicious } = sample;
        const failedFieldIds = sample.failedFieldIds;
        return { companyId, sampled, wellFormed, suspicious, failedFieldIds, sampledAt };
      },
    },
  });
}

function statsToProto(one: CompanyStats) {
  const counts = [...one.fieldsByType].map(([type, count]) => [type, count] as const);
  return {
    companyId: one.companyId,
    individuals: one.individuals,
    piiRecords: counts.reduce((sum, [, count]) => sum + count, 0),
    dataTypes: counts.map(([type]) => type),
    fieldsByType: Object.fromEntries(counts),
    lastWriteAt: one.lastWriteAt,
  };
}

/** Decryptions counted in the hours [from, to); no company named = every one. */
async function readRevealCounts(
  tx: Tx,
  range: { readonly from: Date; readonly to: Date; readonly companies: readonly number[] },
): Promise<RevealCount[]> {
  const rows = await tx.query<{
    company_id: number;
    hour: Date;
    ticket: string;
    value_count: number;
    ticket_count: number;
  }>(
    `SELECT company_id, hour, ticket, value_count, ticket_count FROM reveal_counts
     WHERE hour >= $1 AND hour < $2 AND (cardinality($3::bigint[]) = 0 OR company_id = ANY ($3::bigint[]))
     ORDER BY company_id, hour, ticket`,
    [range.from, range.to, range.companies],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    hour: row.hour,
    ticket: row.ticket,
    values: row.value_count,
    tickets: row.ticket_count,
  }));
}
