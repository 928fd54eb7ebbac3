import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { RotationsService } from '@pii-vault/proto/crypto/v1/rotations';
import type { ListRotationsInput } from './list-rotations.ts';
import type { RotateKeyInput } from './rotate-key.ts';
import type { Rotation } from './rotation.ts';

export interface RotationsRpcDeps {
  readonly rotateKey: (ctx: Ctx, input: RotateKeyInput) => Promise<number>;
  readonly getRotation: (ctx: Ctx, id: number) => Promise<Rotation>;
  readonly listRotations: (
    ctx: Ctx,
    input: ListRotationsInput,
  ) => Promise<{ rotations: Rotation[]; nextCursor: string | undefined }>;
  readonly deleteKey: (ctx: Ctx, id: number) => Promise<void>;
}

export function rotationsRpc(deps: RotationsRpcDeps): RpcService {
  return serve(RotationsService, {
    rotateKey: {
      allow: permission('encryption:manage', (req) => req.companyId),
      handle: async (ctx, req) => ({ rotationId: await deps.rotateKey(ctx, req) }),
    },
    getRotation: {
      allow: permission('encryption:manage'),
      handle: async (ctx, { id }) => {
        const { rewrapped, total, perSecond, status } = await deps.getRotation(ctx, id);
        return { rewrapped, total, perSecond, status };
      },
    },
    listRotations: {
      allow: permission('encryption:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { rotations, nextCursor } = await deps.listRotations(ctx, req);
        return { rotations: rotations.map(toMessage), nextCursor };
      },
    },
    deleteKey: {
      allow: freshProof(permission('encryption:manage')),
      handle: async (ctx, { id }) => {
        await deps.deleteKey(ctx, id);
        return {};
      },
    },
  });
}

const toMessage = ({ owner, ...rotation }: Rotation) => ({
  ...rotation,
  companyId: owner.kind === 'company' ? owner.companyId : 0,
});
