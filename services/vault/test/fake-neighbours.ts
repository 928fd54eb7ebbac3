import { defineConfig } from '@pii-vault/platform/core/config/config';
import { AppError, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { type SignCertificateRequest, SigningService } from '@pii-vault/proto/crypto/v1/signing';
import {
  ApproverNoticesService,
  type MailPolicyChangeRequest,
} from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import type { FakeCrypto } from './fake-crypto.ts';

interface Agreement {
  readonly id: number;
  readonly companies: readonly [number, number];
  readonly purpose: string;
  readonly includeAadhaar: boolean;
}

/** The answers of tenancy and identity, which tests change. */
export interface Tenancy {
  readonly statuses: Map<number, string>;
  agreements: Agreement[];
  isAway: boolean;
  /** Whether companies have a second user who may approve. */
  hasSecondPerson: boolean;
  /** Whether identity confirms that requesters still hold their rights. */
  isAuthorised: boolean;
  /** Accounts that depend on a user's, by user; undefined: identity does not answer. */
  dependents: Map<number, number[]> | undefined;
  /** Accounts that another one changed since. */
  readonly changed: Set<number>;
  /** Requests to mail about looser limits. */
  readonly policyMails: MailPolicyChangeRequest[];
}

/** Companies 1 to 4, of which 4 is suspended. */
export const fourCompanies = (): Tenancy => ({
  statuses: new Map([1, 2, 3, 4].map((id) => [id, id === 4 ? 'suspended' : 'active'])),
  agreements: [],
  isAway: false,
  hasSecondPerson: true,
  isAuthorised: true,
  dependents: new Map(),
  changed: new Set(),
  policyMails: [],
});

/** Fakes behind the real RPC channel, so tokens, deadlines and encodings are those of production. */
export const fakeNeighbours = (crypto: FakeCrypto, tenancy: Tenancy): readonly Module[] => [
  fakeModule('tenancy', [directory(tenancy)]),
  fakeModule('crypto', [keys(crypto), signing(crypto)]),
  fakeModule('identity', [authority(tenancy), approverNotices(tenancy)]),
];

const fakeModule = (name: 'tenancy' | 'crypto' | 'identity', rpcs: readonly RpcService[]): Module =>
  defineModule({
    name,
    config: defineConfig('FAKE', {}),
    migrations: undefined,
    start: async () => ({ services: rpcs }),
  });

const anyone = services(['vault', 'crypto', 'lineage', 'gateway']);
const unused = async (): Promise<never> => {
  throw new AppError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'not faked');
};

const directory = (tenancy: Tenancy) =>
  serve(DirectoryService, {
    getCompanies: { allow: anyone, handle: unused },
    companyStates: {
      allow: anyone,
      handle: async () => {
        if (tenancy.isAway) throw new AppError('UNAVAILABLE', 'AWAY', 'away');
        const states = [...tenancy.statuses].map(([id, status]) => ({
          companyId: id,
          status,
          rowVersion: 1,
        }));
        return { states };
      },
    },
    listAgreements: {
      allow: anyone,
      handle: async () => ({ agreements: tenancy.agreements.map(agreementMessage) }),
    },
  });

function agreementMessage(one: Agreement) {
  const at = new Date(0);
  return {
    id: one.id,
    companyId: one.companies[0],
    otherCompanyId: one.companies[1],
    purpose: one.purpose,
    includeAadhaar: one.includeAadhaar,
    status: 'accepted',
    startsAt: at,
    endsAt: undefined,
    acceptedAt: at,
    endedAt: undefined,
    createdAt: at,
    isLive: true,
    disclosureDelay: 0,
    includesHealthData: false,
  };
}

const { openFieldKeys, openIndexKeys, openTextKeys, findRewraps, reportRewrap, retireFieldKeyVersion } =
  KeysService;
const usedKeyCalls = {
  openFieldKeys,
  openIndexKeys,
  openTextKeys,
  findRewraps,
  reportRewrap,
  retireFieldKeyVersion,
};

const keys = (crypto: FakeCrypto) =>
  serve(usedKeyCalls, {
    openFieldKeys: { allow: services(['vault'], (req) => req.companyId), handle: crypto.openFieldKeys },
    openIndexKeys: { allow: services(['vault']), handle: crypto.openIndexKeys },
    openTextKeys: { allow: services(['vault'], (req) => req.companyId), handle: crypto.openTextKeys },
    findRewraps: { allow: services(['vault']), handle: crypto.findRewraps },
    reportRewrap: { allow: services(['vault'], (req) => req.companyId), handle: crypto.reportRewrap },
    retireFieldKeyVersion: {
      allow: services(['vault'], (req) => req.companyId),
      handle: crypto.retireFieldKeyVersion,
    },
  });

const signing = (crypto: FakeCrypto) =>
  serve(SigningService, {
    signToken: { allow: services(['identity']), handle: unused },
    getTokenKeys: { allow: anyone, handle: unused },
    signCheckpoint: { allow: services(['audit']), handle: unused },
    getCheckpointKey: { allow: services(['audit']), handle: unused },
    signCertificate: {
      allow: services(['vault'], (req: SignCertificateRequest) => req.companyId),
      handle: crypto.signCertificate,
    },
  });

const authority = (tenancy: Tenancy) =>
  serve(AuthorityService, {
    checkAuthority: { allow: anyone, handle: async () => ({ holds: tenancy.isAuthorised }) },
    findDependentAccounts: {
      allow: services(['vault']),
      handle: async (_ctx, { userId, otherUserIds }) => {
        if (tenancy.dependents === undefined) throw unavailable('UNAVAILABLE', 'identity does not answer');
        const of = tenancy.dependents.get(userId) ?? [];
        return { userIds: otherUserIds.filter((id) => of.includes(id)) };
      },
    },
    findChangedAccounts: {
      allow: services(['vault']),
      handle: async (_ctx, { userIds }) => {
        if (tenancy.dependents === undefined) throw unavailable('UNAVAILABLE', 'identity does not answer');
        return { userIds: userIds.filter((id) => tenancy.changed.has(id)) };
      },
    },
  });

const approverNotices = (tenancy: Tenancy) =>
  serve(ApproverNoticesService, {
    mailApprovers: { allow: anyone, handle: async () => ({ mailed: 1 }) },
    countApprovers: {
      allow: anyone,
      handle: async () => ({ ofCompany: tenancy.hasSecondPerson ? 1 : 0 }),
    },
    mailPolicyChange: {
      allow: anyone,
      handle: async (_ctx, request) => ({ mailed: tenancy.policyMails.push(request) }),
    },
  });
