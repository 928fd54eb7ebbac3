import type { ServiceName } from '@pii-vault/platform/context/caller';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  KeysServiceService,
  type OpenedKey as OpenedKeyProto,
  type OpenIndexKeysRequest,
} from '@pii-vault/proto/crypto/v1/keys';
import { invalidArgument, otherCompany } from '../errors.ts';
import type { KeyOwner } from '../hierarchy/key-owner.ts';
import type { OpenedKey } from './encryption-key.ts';
import { fieldKeyOf, STORE_KEY } from './key-uses.ts';
import type { NewFieldKeyVersionInput } from './new-field-key-version.ts';
import type { OpenKeysInput } from './open-keys.ts';

export interface KeysRpcDeps {
  readonly openKeys: (ctx: Ctx, input: OpenKeysInput) => Promise<OpenedKey[]>;
  readonly findAgreement: (ctx: Ctx, agreementId: number) => Promise<KeyOwner>;
  readonly newFieldKeyVersion: (ctx: Ctx, input: NewFieldKeyVersionInput) => Promise<OpenedKey>;
  readonly retireFieldKeyVersion: (ctx: Ctx, input: { companyId: number; version: number }) => Promise<void>;
}

const TEXT_OWNERS = ['vault', 'lineage', 'compliance', 'tenancy', 'identity'] as const;

export function keysRpc(deps: KeysRpcDeps): RpcService {
  const open = async (ctx: Ctx, input: OpenKeysInput) => ({
    keys: (await deps.openKeys(ctx, input)).map(openedToProto),
  });
  return serve(KeysServiceService, {
    openFieldKeys: {
      allow: services(['vault'], (req) => req.companyId),
      handle: (ctx, { companyId, versions }) =>
        open(ctx, { use: fieldKeyOf(tokensCompany(ctx, companyId)), versions }),
    },
    openIndexKeys: {
      allow: services(['vault'], (req) => (req.scope?.$case === 'companyId' ? req.scope.value : undefined)),
      handle: async (ctx, { scope, versions }) => {
        const owner = await indexOwner(deps, ctx, scope);
        return open(ctx, { use: { owner, purpose: 'index', ownerService: '' }, versions });
      },
    },
    openTextKeys: {
      allow: services(TEXT_OWNERS, (req) => req.companyId),
      handle: (ctx, { companyId, versions }) => {
        const owner: KeyOwner = { kind: 'company', companyId: tokensCompany(ctx, companyId) };
        return open(ctx, { use: { owner, purpose: 'text', ownerService: callingService(ctx) }, versions });
      },
    },
    openStoreKeys: {
      allow: services(['lineage']),
      handle: async (ctx, { versions }) => {
        if (tokenCompany(ctx) !== 'system') throw otherCompany();
        return open(ctx, { use: STORE_KEY, versions });
      },
    },
    newFieldKeyVersion: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (ctx, { companyId, replacesVersion }) => {
        const input = { companyId: tokensCompany(ctx, companyId), replacesVersion };
        return { key: openedToProto(await deps.newFieldKeyVersion(ctx, input)) };
      },
    },
    retireFieldKeyVersion: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (ctx, { companyId, version }) => {
        await deps.retireFieldKeyVersion(ctx, { companyId: tokensCompany(ctx, companyId), version });
        return {};
      },
    },
  });
}

function indexOwner(deps: KeysRpcDeps, ctx: Ctx, scope: OpenIndexKeysRequest['scope']): Promise<KeyOwner> {
  if (scope === undefined) throw invalidArgument('companyId or agreementId is required');
  if (scope.$case === 'agreementId') return deps.findAgreement(ctx, Number(scope.value));
  return Promise.resolve({ kind: 'company', companyId: tokensCompany(ctx, scope.value) });
}

/** A key of a company is opened for a token of that very company: 'system' is not enough. */
function tokensCompany(ctx: Ctx, companyId: bigint): number {
  if (tokenCompany(ctx) !== Number(companyId)) throw otherCompany();
  return Number(companyId);
}

function tokenCompany(ctx: Ctx): number | 'system' {
  if (ctx.caller.kind !== 'service') throw otherCompany();
  return ctx.caller.company;
}

function callingService(ctx: Ctx): ServiceName {
  if (ctx.caller.kind !== 'service') throw otherCompany();
  return ctx.caller.service;
}

function openedToProto({ keyId, version, key, isActive }: OpenedKey): OpenedKeyProto {
  return { keyId, version, key, active: isActive };
}
