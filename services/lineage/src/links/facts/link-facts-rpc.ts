import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { verifiedSame } from './verified-same.ts';

const MOST_PEOPLE = 1_000;

/** Facts about links, for other services. */
export function linkFactsRpc({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(LinkFactsService, {
    countLinksByAgreement: {
      allow: services(['compliance'], (req) => req.companyId),
      handle: async (_ctx, { companyId }) => ({
        agreements: await db.tenant({ companies: [companyId] }, (tx) => countByAgreement(tx, companyId)),
      }),
    },
    listVerifiedSame: {
      allow: services(['gateway'], (req) => req.companyId),
      handle: async (_ctx, { companyId, individualId }) => {
        const found = await db.tenant({ companies: [companyId] }, (tx) =>
          verifiedSame(tx, companyId, [individualId]),
        );
        return { individualIds: found.get(individualId) ?? [] };
      },
    },
    listVerifiedSameOf: {
      allow: services(['gateway'], (req) => req.companyId),
      handle: async (_ctx, { companyId, individualIds }) => {
        if (individualIds.length > MOST_PEOPLE)
          throw invalidArgument('TOO_MANY', `At most ${MOST_PEOPLE} people`);
        const found = await db.tenant({ companies: [companyId] }, (tx) =>
          verifiedSame(tx, companyId, individualIds),
        );
        return { people: [...found].map(([id, same]) => ({ individualId: id, verifiedSame: same })) };
      },
    },
  });
}

/** Number by agreement; 0 for links without one. */
export function countByAgreement(
  tx: Tx,
  companyId: number,
): Promise<{ readonly agreementId: number; readonly links: number }[]> {
  return tx.query(
    `SELECT coalesce(agreement_id, 0)::bigint AS "agreementId", count(*) AS links FROM data_lineage
     WHERE company_id = $1::bigint AND lo_company_id <> hi_company_id AND verification_status <> 'rejected'
     GROUP BY 1 ORDER BY 1`,
    [companyId],
  );
}
