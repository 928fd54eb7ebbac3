import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { caller, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type HsmStatusEntry as HsmStatusEntryProto,
  type KeyRecord as KeyRecordProto,
  RegisterService,
} from '@pii-vault/proto/crypto/v1/register';
import { invalidRequest } from '../errors.ts';
import type { HsmStatusEntry } from '../key-store/hsm/hsm-status-store.ts';
import type { StoreHealth } from '../key-store/key-store.ts';
import type { CompanyKeyStat } from './company-key-stats.ts';
import type { KeyStoreStatus } from './key-store-status.ts';
import type { KeyRecord, ListKeysInput } from './list-keys.ts';

export interface RegisterDeps {
  readonly keyStoreStatus: (ctx: Ctx) => Promise<KeyStoreStatus>;
  readonly listHsmStatus: (ctx: Ctx) => Promise<{ health: StoreHealth; entries: HsmStatusEntry[] }>;
  readonly companyKeyStats: (ctx: Ctx, companyIds: readonly number[]) => Promise<CompanyKeyStat[]>;
  readonly listKeys: (
    ctx: Ctx,
    input: ListKeysInput,
  ) => Promise<{ keys: KeyRecord[]; nextCursor: string | undefined }>;
}

const MAX_COMPANIES = 1_000;

export function registerRpc(deps: RegisterDeps): RpcService {
  return serve(RegisterService, {
    keyStoreStatus: {
      allow: caller(),
      handle: async (ctx) => {
        const { device, ...status } = await deps.keyStoreStatus(ctx);
        return { ...status, model: device?.model ?? '' };
      },
    },
    hsmStatus: {
      allow: permission('encryption:manage'),
      handle: async (ctx) => {
        const { health, entries } = await deps.listHsmStatus(ctx);
        return {
          kind: health.kind,
          currentHealth: { status: health.status },
          entries: entries.map(hsmEntryToProto),
        };
      },
    },
    companyKeyStats: {
      allow: caller(),
      handle: async (ctx, { companyIds }) => {
        if (companyIds.length > MAX_COMPANIES) throw invalidRequest('At most 1,000 companies at once');
        return { companies: await deps.companyKeyStats(ctx, companyIds) };
      },
    },
    listKeys: {
      allow: permission('encryption:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { keys, nextCursor } = await deps.listKeys(ctx, req);
        return { keys: keys.map(recordToProto), nextCursor };
      },
    },
  });
}

function recordToProto({ reference, scheduleDays, rows, lastRotatedAt, ...key }: KeyRecord): KeyRecordProto {
  return {
    ...key,
    isActive: key.status === 'active',
    lastRotated: lastRotatedAt,
    keySize: 256,
    hsmKeyReference: reference,
    rotationSchedule: `P${scheduleDays}D`,
    rowsOnVersion: rows,
  };
}

function hsmEntryToProto({ metrics, lastHealthCheckAt, ...entry }: HsmStatusEntry): HsmStatusEntryProto {
  return { ...entry, lastHealthCheck: lastHealthCheckAt, performanceMetrics: metrics };
}
