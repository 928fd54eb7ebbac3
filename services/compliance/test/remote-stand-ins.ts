import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Reveal, RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
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
  /** By audit id; other entries are covered. */
  verdicts = new Map<number, string>();
}

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

export const accessFacts = (): RpcService =>
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
  });

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
    findDependentAccounts: { allow: services(['vault', 'lineage']), handle: async () => ({ userIds: [] }) },
    findChangedAccounts: { allow: services(['vault']), handle: async () => ({ userIds: [] }) },
  });
