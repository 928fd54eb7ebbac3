import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { findUser } from '../accounts/user-store.ts';
import { findStatus } from './api-credential-store.ts';
import {
  type ChangeCredentialsDeps,
  generateCredentials,
  revokeCredentials,
  rotateCredentials,
} from './change-credentials.ts';

export function apiCredentialRpcs(deps: ChangeCredentialsDeps): RpcService {
  const allow = permission<unknown>('users:manage');
  const generate = generateCredentials(deps);
  const rotate = rotateCredentials(deps);
  const revoke = revokeCredentials(deps);
  return serve(ApiCredentialsService, {
    getApiCredentials: {
      allow,
      handle: async (ctx, req) => {
        const status = await deps.db.tenant(scopeWith(ctx.caller, 'users:manage'), async (tx) => {
          if ((await findUser(tx, req.id)) === undefined) throw notFound();
          return findStatus(tx, req.id);
        });
        return {
          hasCredentials: status !== undefined,
          clientId: status?.clientId,
          createdAt: status?.createdAt,
          lastUsed: status?.lastUsedAt ?? undefined,
          mayErase: status?.mayErase ?? false,
          formerSecretUntil: stillValid(status?.formerUntil),
        };
      },
    },
    generateApiCredentials: {
      allow: freshProof(allow),
      handle: (ctx, req) => generate(ctx, req.id, req.mayErase),
    },
    rotateApiCredentials: {
      allow: freshProof(allow),
      handle: (ctx, { id, ...options }) => rotate(ctx, id, options),
    },
    revokeApiCredentials: {
      allow,
      handle: async (ctx, req) => {
        await revoke(ctx, req.id);
        return {};
      },
    },
  });
}

const stillValid = (until: Date | null | undefined): Date | undefined =>
  until && until > new Date() ? until : undefined;
