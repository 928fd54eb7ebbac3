import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import {
  KeysService,
  type OpenedKey as OpenedKeyProto,
  type OpenIndexKeysRequest,
} from '@pii-vault/proto/crypto/v1/keys';
import { invalidRequest, otherCompany } from '../../errors.ts';
import type { KeyOwner } from '../../key-store/hierarchy/key-owner.ts';
import type { DueRewrap } from '../rotations/find-rewraps.ts';
import type { RewrapReport } from '../rotations/report-rewrap.ts';
import type { OpenedKey } from './encryption-key.ts';
import { backupKeyOf, fieldKeyOf, STORE_KEY, textKeyOf } from './key-uses.ts';
import type { OpenKeysInput } from './open-keys.ts';

export interface KeysRpcDeps {
  readonly openKeys: (ctx: Ctx, input: OpenKeysInput) => Promise<OpenedKey[]>;
  readonly findAgreement: (ctx: Ctx, agreementId: number) => Promise<KeyOwner>;
  readonly findRewraps: (afterCompanyId: number) => Promise<DueRewrap[]>;
  readonly reportRewrap: (ctx: Ctx, report: RewrapReport) => Promise<void>;
  readonly retireFieldKeyVersion: (ctx: Ctx, input: { companyId: number; version: number }) => Promise<void>;
}

const TEXT_OWNERS = ['vault', 'lineage', 'compliance', 'tenancy', 'identity'] as const;

export function keysRpc(deps: KeysRpcDeps): RpcService {
  const open = async (ctx: Ctx, input: OpenKeysInput) => ({
    keys: (await deps.openKeys(ctx, input)).map(openedToProto),
  });
  return serve(KeysService, {
    openFieldKeys: {
      allow: services(['vault'], (req) => req.companyId),
      handle: (ctx, { companyId, versions }) =>
        open(ctx, { use: fieldKeyOf(companyOfToken(ctx, companyId)), versions }),
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
      handle: (ctx, { companyId, versions }) =>
        open(ctx, { use: textKeyOf(companyOrDeployment(ctx, companyId), callingService(ctx)), versions }),
    },
    openStoreKeys: {
      allow: services(['lineage']),
      handle: async (ctx, { versions }) => {
        if (tokenCompany(ctx) !== 'system') throw otherCompany();
        return open(ctx, { use: STORE_KEY, versions });
      },
    },
    openBackupKeys: {
      allow: services(['vault'], (req) => req.companyId),
      handle: (ctx, { companyId, versions }) =>
        open(ctx, { use: backupKeyOf(companyOrDeployment(ctx, companyId)), versions }),
    },
    ...rewraps(deps),
    retireFieldKeyVersion: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (ctx, { companyId, version }) => {
        await deps.retireFieldKeyVersion(ctx, { companyId: companyOfToken(ctx, companyId), version });
        return {};
      },
    },
  });
}

/** The vault's RPCs for rewrapping data under field keys. */
function rewraps(deps: KeysRpcDeps): Pick<RpcSpecs<typeof KeysService>, 'findRewraps' | 'reportRewrap'> {
  return {
    findRewraps: {
      allow: services(['vault']),
      handle: async (ctx, { afterCompanyId }) => {
        if (tokenCompany(ctx) !== 'system') throw otherCompany();
        return { rewraps: await deps.findRewraps(afterCompanyId) };
      },
    },
    reportRewrap: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (ctx, { activeVersion, perSecond, ...req }) => {
        await deps.reportRewrap(ctx, {
          companyId: companyOfToken(ctx, req.companyId),
          rewrapped: req.rewrapped,
          left: req.left,
          isBlocked: req.blocked,
          activeVersion,
          perSecond,
        });
        return {};
      },
    },
  };
}

function indexOwner(deps: KeysRpcDeps, ctx: Ctx, scope: OpenIndexKeysRequest['scope']): Promise<KeyOwner> {
  if (scope === undefined) throw invalidRequest('companyId or agreementId is required');
  if (scope.$case === 'agreementId') return deps.findAgreement(ctx, scope.value);
  return Promise.resolve({ kind: 'company', companyId: companyOfToken(ctx, scope.value) });
}

/** A company's key needs a token of that company; a token of the system is not enough. */
function companyOfToken(ctx: Ctx, companyId: number): number {
  if (tokenCompany(ctx) !== companyId) throw otherCompany();
  return companyId;
}

/** Company 0, the deployment, needs a token of the system. */
function companyOrDeployment(ctx: Ctx, companyId: number): number {
  if (companyId !== 0) return companyOfToken(ctx, companyId);
  if (tokenCompany(ctx) !== 'system') throw otherCompany();
  return 0;
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
