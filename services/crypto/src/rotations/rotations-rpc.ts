import type { Ctx } from '@pii-vault/platform/context/ctx';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { RotationsServiceService } from '@pii-vault/proto/crypto/v1/rotations';
import type { RotateKeyInput } from './rotate-key.ts';
import type { Rotation } from './rotation.ts';

export interface RotationsRpcDeps {
  readonly rotateKey: (ctx: Ctx, input: RotateKeyInput) => Promise<number>;
  readonly getRotation: (ctx: Ctx, id: number) => Promise<Rotation>;
  readonly deleteKey: (ctx: Ctx, id: number) => Promise<void>;
}

export function rotationsRpc(deps: RotationsRpcDeps): RpcService {
  return serve(RotationsServiceService, {
    rotateKey: {
      allow: permission('encryption:manage', (req) => req.companyId),
      handle: async (ctx, { companyId, keyType }) => {
        const id = await deps.rotateKey(ctx, { companyId: Number(companyId), keyType });
        return { rotationId: BigInt(id) };
      },
    },
    getRotation: {
      allow: permission('encryption:manage'),
      handle: async (ctx, { id }) => {
        const { rewrapped, total, perSecond, status } = await deps.getRotation(ctx, Number(id));
        return { rewrapped: BigInt(rewrapped), total: BigInt(total), perSecond, status };
      },
    },
    deleteKey: {
      allow: permission('encryption:manage'),
      handle: async (ctx, { id }) => {
        await deps.deleteKey(ctx, Number(id));
        return {};
      },
    },
  });
}
