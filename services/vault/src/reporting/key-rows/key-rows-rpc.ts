import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { KeyRowCountsService } from '@pii-vault/proto/vault/v1/key_rows';
import { invalidField } from '../../errors.ts';
import type { CountKeyRows } from './count-key-rows.ts';

const MAX_VERSIONS = 200;

export function keyRowsRpc(countKeyRows: CountKeyRows): RpcService {
  return serve(KeyRowCountsService, {
    countKeyRows: {
      allow: permission('encryption:manage'),
      handle: async (ctx, { versions }) => {
        if (versions.length > MAX_VERSIONS)
          throw invalidField('TOO_MANY_VERSIONS', 'versions', 'must be at most 200');
        const asked = versions.map((one) => ({ ...one, companyId: one.companyId }));
        const counted = await countKeyRows(ctx, asked);
        return {
          versions: counted.map((one) => ({
            ...one,
            companyId: one.companyId,
            rows: one.rows,
          })),
        };
      },
    },
  });
}
