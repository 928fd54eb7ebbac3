import { caller } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ExportsService } from '@pii-vault/proto/audit/v1/exports';
import type { recordExport } from './record-export.ts';

export function exportsRpc(record: ReturnType<typeof recordExport>): RpcService {
  return serve(ExportsService, {
    recordExport: {
      allow: caller(),
      handle: (ctx, req) => record(ctx, req).then(() => ({})),
    },
  });
}
