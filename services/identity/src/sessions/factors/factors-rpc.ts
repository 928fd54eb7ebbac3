import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { caller, evenLacking, freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import {
  FactorsService,
  type PassFactorRequest,
  type Factor as ProtoFactor,
} from '@pii-vault/proto/identity/v1/factors';
import type { Factor, FactorProof } from '../../accounts/factor.ts';
import { findHolder } from '../../accounts/roles/role-store.ts';
import { describeLack, withoutPermissions } from '../restricted-session.ts';
import { findSession } from '../session-store.ts';
import type { DescribeSessionUser } from '../session-user.ts';
import type { AddedFactor } from './add-factor.ts';
import {
  type ChangeFactorsDeps,
  removeOwnFactor,
  renameOwnFactor,
  renewRecoveryCodes,
} from './change-factors.ts';
import { beginAssertion, beginPasskey, finishPasskey, type PasskeyDeps } from './enrol-passkey.ts';
import { beginTotp, type EnrolTotpDeps, finishTotp } from './enrol-totp.ts';
import type { MustHaveFactor } from './factor-policy.ts';
import { type ListFactorsDeps, listOwnFactors, listUserFactors } from './list-factors.ts';
import { ownSession } from './own-session.ts';
import { type PassFactorDeps, passFactor } from './pass-factor.ts';
import { type ResetFactorsDeps, resetUserFactors } from './reset-factors.ts';
import { lackOf } from './session-lack.ts';

export interface FactorRpcDeps
  extends EnrolTotpDeps,
    PasskeyDeps,
    ListFactorsDeps,
    ChangeFactorsDeps,
    PassFactorDeps,
    ResetFactorsDeps {
  readonly db: ResetFactorsDeps['db'];
  readonly describe: DescribeSessionUser;
  readonly mustHaveFactor: MustHaveFactor;
}

type Specs = RpcSpecs<typeof FactorsService>;

export function factorRpcs(deps: FactorRpcDeps): RpcService {
  const list = listOwnFactors(deps);
  return serve(FactorsService, {
    listFactors: {
      allow: evenLacking(['factor_enrolment'], caller()),
      handle: async (ctx) => {
        const { factors, ...rest } = await list(ctx);
        return { ...rest, factors: factors.map(toProto) };
      },
    },
    ...enrolling(deps),
    ...changing(deps),
    ...secondStep(deps),
    ...ofUsers(deps),
  });
}

function enrolling(
  deps: FactorRpcDeps,
): Pick<Specs, 'beginTotp' | 'finishTotp' | 'beginPasskey' | 'finishPasskey'> {
  const allow = freshProof<unknown>(evenLacking(['factor_enrolment'], caller()));
  const newTotp = beginTotp(deps);
  const addTotp = finishTotp(deps);
  const newPasskey = beginPasskey(deps);
  const addPasskey = finishPasskey(deps);
  return {
    beginTotp: { allow, handle: (ctx) => newTotp(ctx) },
    finishTotp: { allow, handle: async (ctx, req) => addedToProto(await addTotp(ctx, req)) },
    beginPasskey: { allow, handle: async (ctx) => ({ optionsJson: await newPasskey(ctx) }) },
    finishPasskey: {
      allow,
      handle: async (ctx, { responseJson, name }) =>
        addedToProto(await addPasskey(ctx, { response: responseJson, name })),
    },
  };
}

function changing(deps: FactorRpcDeps): Pick<Specs, 'renameFactor' | 'removeFactor' | 'renewRecoveryCodes'> {
  const allow = freshProof<unknown>(caller());
  const rename = renameOwnFactor(deps);
  const remove = removeOwnFactor(deps);
  const renew = renewRecoveryCodes(deps);
  return {
    renameFactor: {
      allow,
      handle: async (ctx, req) => ({ factor: toProto(await rename(ctx, req)) }),
    },
    removeFactor: { allow, handle: async (ctx, { id }) => remove(ctx, id).then(() => ({})) },
    renewRecoveryCodes: { allow, handle: async (ctx) => ({ recoveryCodes: await renew(ctx) }) },
  };
}

function secondStep(deps: FactorRpcDeps): Pick<Specs, 'beginAssertion' | 'passFactor'> {
  const begin = beginAssertion(deps);
  const pass = passFactor(deps);
  return {
    beginAssertion: {
      allow: evenLacking(['second_factor'], caller()),
      handle: async (ctx) => ({ optionsJson: await begin(ctx) }),
    },
    passFactor: {
      allow: evenLacking(['second_factor'], caller()),
      handle: async (ctx, req) => {
        const deviceCookie = (await pass(ctx, proofOf(req.proof), req.deviceCookie)) ?? '';
        const { userId, sessionId } = ownSession(ctx);
        const lacks = await deps.db.system((tx) => stillLacking(tx, sessionId, deps.mustHaveFactor));
        const user = await deps.describe(ctx, userId);
        return { user: lacks === undefined ? user : withoutPermissions(user), deviceCookie, lacks };
      },
    },
  };
}

/** What the session lacks after its second factor. */
async function stillLacking(tx: Tx, sessionId: string, mustHave: MustHaveFactor) {
  const session = await findSession(tx, sessionId);
  const holder = session && (await findHolder(tx, session.userId));
  if (session === undefined || holder === undefined) throw unauthenticated();
  return describeLack(tx, holder.id, await lackOf(tx, session, holder, mustHave));
}

function ofUsers(deps: FactorRpcDeps): Pick<Specs, 'listUserFactors' | 'resetUserFactors'> {
  const allow = permission<unknown>('users:manage');
  const list = listUserFactors(deps);
  const reset = resetUserFactors(deps);
  return {
    listUserFactors: {
      allow,
      handle: async (ctx, req) => {
        const { factors, ...rest } = await list(ctx, req.id);
        return { ...rest, factors: factors.map(toProto) };
      },
    },
    resetUserFactors: {
      allow: freshProof(allow),
      handle: async (ctx, req) => reset(ctx, req.id).then(() => ({})),
    },
  };
}

function proofOf(proof: PassFactorRequest['proof']): FactorProof {
  switch (proof?.$case) {
    case 'totpCode':
      return { kind: 'totp', code: proof.value };
    case 'recoveryCode':
      return { kind: 'recovery_code', code: proof.value };
    case 'passkeyJson':
      return { kind: 'passkey', response: proof.value };
    default:
      throw invalidArgument('INVALID_REQUEST', 'A second factor is required');
  }
}

function toProto(factor: Factor): ProtoFactor {
  return { ...factor, lastUsedAt: factor.lastUsedAt ?? undefined };
}

function addedToProto({ factor, recoveryCodes }: AddedFactor) {
  return { factor: toProto(factor), recoveryCodes };
}
