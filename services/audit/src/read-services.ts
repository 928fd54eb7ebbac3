import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { disclosuresRpc } from './entries/disclosures/disclosures-rpc.ts';
import { sumDisclosures } from './entries/disclosures/sum-disclosures.ts';
import { figuresRpc } from './entries/figures/figures-rpc.ts';
import { exportsRpc } from './reading/exports/exports-rpc.ts';
import { recordExport } from './reading/exports/record-export.ts';
import { trailFactsRpc } from './reading/facts/trail-facts-rpc.ts';
import { listReveals } from './reading/reveal-feed/list-reveals.ts';
import { revealFeedRpc } from './reading/reveal-feed/reveal-feed-rpc.ts';
import { userActionsRpc } from './reading/user-actions/user-actions-rpc.ts';

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
