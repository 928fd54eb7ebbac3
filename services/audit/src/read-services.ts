import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { disclosuresRpc } from './disclosures/disclosures-rpc.ts';
import { sumDisclosures } from './disclosures/sum-disclosures.ts';
import { exportsRpc } from './exports/exports-rpc.ts';
import { recordExport } from './exports/record-export.ts';
import { figuresRpc } from './figures/figures-rpc.ts';
import { listReveals } from './reveal-feed/list-reveals.ts';
import { revealFeedRpc } from './reveal-feed/reveal-feed-rpc.ts';
import { trailFactsRpc } from './trail-facts/trail-facts-rpc.ts';
import { userActionsRpc } from './user-actions/user-actions-rpc.ts';

/** RPCs that need only the database. */
export function readServices(db: Pick<Database, 'tenant' | 'system'>, zones: CompanyZones): RpcService[] {
  return [
    revealFeedRpc(listReveals({ db })),
    figuresRpc({ db, zones }),
    userActionsRpc({ db }),
    trailFactsRpc({ db }),
    disclosuresRpc(sumDisclosures({ db })),
    exportsRpc(recordExport({ db })),
  ];
}
