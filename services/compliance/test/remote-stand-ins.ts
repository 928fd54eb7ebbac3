import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { AppError } from '@pii-vault/platform/core/errors/app-error';
import { permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Reveal, RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { AccessFactsService, type AccountAccess } from '@pii-vault/proto/identity/v1/access_facts';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { UsersService } from '@pii-vault/proto/identity/v1/users';
import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';

/** Answers of the fakes for every company, without faults until a test changes them. */
export class RemoteAnswers {
  fields = 80;
  fieldsWithoutProof = 0;
  protection = 'hsm';
  links: { agreementId: number; links: number }[] = [];
  liveAgreements: number[] = [];
  reveals: Reveal[] = [];
  /** Ids of the people of every company. */
  people = new Set([7]);
  /** Whether the author of a report still holds the permission. */
  mayStill = true;
  /** Who may enter every company. */
  access: AccountAccess[] = [accountOf(901)];
  /** Accounts that are not independent of any other. */
  dependent: number[] = [];
  /** What was done to accounts; a test may refuse it. */
  acts: string[] = [];
  refusal: AppError | undefined;
  /** Runs while crypto signs. */
  onSign: (() => Promise<unknown>) | undefined;
  /** By audit id; other entries are covered. */
  verdicts = new Map<number, string>();
}

/** An active administrator of the company, who signed in today. */
export const accountOf = (userId: number, own: Partial<AccountAccess> = {}): AccountAccess => ({
  userId,
  role: 'admin',
  via: 'primary_company',
  assignmentId: undefined,
  defaultRole: undefined,
  status: 'active',
  hasSecondFactor: true,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  lastLoginAt: new Date(),
  credential: undefined,
  ...own,
});

const CALLER = services(['compliance']);
const OF_COMPANY = services(['compliance'], (req: { readonly companyId: number }) => req.companyId);

export function vaultFacts(remote: RemoteAnswers): RpcService {
  return serve(FactsService, {
    getDataFacts: {
      allow: OF_COMPANY,
      handle: async () => ({
        countedAt: new Date(),
        fields: remote.fields,
        fieldsWithoutProof: remote.fieldsWithoutProof,
        fieldsPastRetention: 0,
        fieldsWithoutPurpose: 0,
        floorDays: 365,
        sealed: 0,
        sealedShort: 0,
        sealedOverdue: 0,
        shredded: 0,
        shreddedEarly: 0,
        shreddedUncertified: 0,
      }),
    },
    judgeReveals: {
      allow: OF_COMPANY,
      handle: async (_ctx, { reveals }) => ({
        // The id of the person serves as the id of the audit entry.
        verdicts: reveals.map(({ individualId }) => remote.verdicts.get(individualId) ?? 'covered'),
      }),
    },
    sampleChildren: {
      allow: OF_COMPANY,
      handle: async () => ({ sampled: 20, children: 0, childrenWithoutGuardian: 0 }),
    },
    hasPerson: {
      allow: OF_COMPANY,
      handle: async (_ctx, { individualId }) => ({ hasPerson: remote.people.has(individualId) }),
    },
  });
}

export function revealFeed(remote: RemoteAnswers): RpcService {
  return serve(RevealFeedService, {
    listReveals: {
      allow: CALLER,
      handle: async (_ctx, { after, limit }) => {
        const [position] = after;
        const reveals = remote.reveals
          .filter(({ companyId }) => companyId === position?.companyId)
          .filter(({ auditId }) => auditId - 1 > (position?.leafIndex ?? 0))
          .slice(0, limit);
        const last = reveals.at(-1);
        return {
          reveals,
          readUpTo: last ? [{ companyId: last.companyId, leafIndex: last.auditId - 1 }] : [],
          treeSize: 90,
        };
      },
    },
  });
}

export const trailFacts = (): RpcService =>
  serve(TrailFactsService, {
    getTrailFacts: { allow: CALLER, handle: async () => ({ appendOnly: true, entries: 90 }) },
  });

export const keyFacts = (remote: RemoteAnswers): RpcService =>
  serve(KeyFactsService, {
    getKeyFacts: {
      allow: OF_COMPANY,
      handle: async () => ({
        protection: remote.protection,
        storeStatus: 'online',
        activeKeys: 2,
        scheduleDays: 365,
        overdueKeys: 0,
        rowsOnRetired: 0,
      }),
    },
  });

export const accessFacts = (remote: RemoteAnswers): RpcService =>
  serve(AccessFactsService, {
    getAccessFacts: {
      allow: OF_COMPANY,
      handle: async () => ({
        users: 3,
        staleUsers: 0,
        credentials: 1,
        staleCredentials: 0,
        superAdmins: 1,
        admins: 1,
        analystsWhoReveal: 0,
        shortestPassword: 12,
        loginRisk: 'enforce',
        throttlesLogins: true,
        attemptDays: 365,
        isConsoleSecure: true,
      }),
    },
    listAccess: {
      allow: OF_COMPANY,
      handle: async (_ctx, { userIds, cursor, limit }) => {
        const from = Number(cursor ?? 0);
        const known = remote.access.filter(({ userId }) => userIds.length === 0 || userIds.includes(userId));
        const accounts = known.slice(from, from + limit);
        return { accounts, nextCursor: known.length > from + limit ? String(from + limit) : undefined };
      },
    },
  });

/** The calls of identity that take access away. The tests of identity hold them to their rules. */
export function userActs(remote: RemoteAnswers): RpcService[] {
  const allow = permission<unknown>('users:manage');
  const act = (text: string) => {
    if (remote.refusal !== undefined) throw remote.refusal;
    remote.acts.push(text);
    return {};
  };
  const { setUserStatus } = UsersService;
  const { removeCompanyRole } = CompanyRolesService;
  const { revokeApiCredentials } = ApiCredentialsService;
  return [
    serve(
      { setUserStatus },
      {
        setUserStatus: {
          allow,
          handle: async (_ctx, { id, status }) => ({ user: undefined, ...act(`${status} ${id}`) }),
        },
      },
    ),
    serve(
      { removeCompanyRole },
      {
        removeCompanyRole: {
          allow,
          handle: async (_ctx, { id, assignmentId }) => act(`role ${assignmentId} of ${id}`),
        },
      },
    ),
    serve(
      { revokeApiCredentials },
      { revokeApiCredentials: { allow, handle: async (_ctx, { id }) => act(`credential of ${id}`) } },
    ),
  ];
}

const signer = generateKeyPairSync('ed25519');
/** Raw public half of the key that signs certificates. */
export const SIGNER_KEY = signer.publicKey.export({ type: 'spki', format: 'der' }).subarray(12);

export function certificates(remote: RemoteAnswers): RpcService {
  const { signCertificate } = SigningService;
  const keyName = 'test/certificates';
  const keyHash = createHash('sha256')
    .update(`${keyName}\n\u0001`)
    .update(SIGNER_KEY)
    .digest()
    .subarray(0, 4);
  const key = { keyName, keyHash, publicKey: SIGNER_KEY, keyId: '0a1b2c3d-0000-4000-8000-000000000000' };
  return serve(
    { signCertificate },
    {
      signCertificate: {
        allow: OF_COMPANY,
        handle: async (_ctx, { statement }) => {
          await remote.onSign?.();
          const text = Buffer.from(`${keyName}\n${Buffer.from(statement)}\n`);
          return { key, text, signature: sign(null, text, signer.privateKey) };
        },
      },
    },
  );
}

export const linkFacts = (remote: RemoteAnswers): RpcService =>
  serve(LinkFactsService, {
    countLinksByAgreement: { allow: OF_COMPANY, handle: async () => ({ agreements: remote.links }) },
    listVerifiedSame: { allow: services(['gateway']), handle: async () => ({ individualIds: [] }) },
    listVerifiedSameOf: { allow: services(['gateway']), handle: async () => ({ people: [] }) },
  });

export function accessRules(): RpcService {
  const { listAccessRules } = AccessRulesService;
  return serve(
    { listAccessRules },
    {
      listAccessRules: {
        allow: CALLER,
        handle: async () => ({ allowedIps: ['203.0.113.0/24'], allowedDomains: [] }),
      },
    },
  );
}

export const authority = (remote: RemoteAnswers): RpcService =>
  serve(AuthorityService, {
    checkAuthority: { allow: OF_COMPANY, handle: async () => ({ holds: remote.mayStill }) },
    findDependentAccounts: {
      allow: CALLER,
      handle: async (_ctx, { otherUserIds }) => {
        if (otherUserIds.length > 500) throw new RangeError('Too many accounts in one question');
        return { userIds: otherUserIds.filter((id) => remote.dependent.includes(id)) };
      },
    },
    findChangedAccounts: { allow: services(['vault']), handle: async () => ({ userIds: [] }) },
  });
