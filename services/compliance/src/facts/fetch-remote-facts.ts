import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import type { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import type { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import type { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import type { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import type { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { type GatherDeps, orUnknown } from './gather-facts.ts';
import type {
  AccessFacts,
  ChildrenFacts,
  DataFacts,
  KeyFacts,
  LinkFacts,
  RemoteFacts,
  TransportFacts,
} from './remote-facts.ts';

export interface RemoteFactsDeps extends Pick<GatherDeps, 'log' | 'self'> {
  readonly facts: Pick<RpcClient<typeof FactsService>, 'getDataFacts' | 'sampleChildren'>;
  readonly access: RpcClient<typeof AccessFactsService>;
  readonly keys: RpcClient<typeof KeyFactsService>;
  readonly links: RpcClient<typeof LinkFactsService>;
  readonly agreements: Pick<RpcClient<typeof DirectoryService>, 'listAgreements'>;
  readonly rules: Pick<RpcClient<typeof AccessRulesService>, 'listAccessRules'>;
  readonly trail: RpcClient<typeof TrailFactsService>;
  readonly between: TransportFacts['between'];
}

/** People whose date of birth is opened in a run. */
const CHILDREN_SAMPLE = 200;

/** Asks all services in parallel. Facts of a service that fails are absent. */
export async function fetchRemoteFacts(
  deps: RemoteFactsDeps,
  companyId: number,
): Promise<Partial<RemoteFacts>> {
  const [data, children, access, keys, links, allowList, trail] = await Promise.all([
    orUnknown(deps, 'data', () => askData(deps, companyId)),
    orUnknown(deps, 'children', () => askChildren(deps, companyId)),
    orUnknown(deps, 'access', () => askAccess(deps, companyId)),
    orUnknown(deps, 'keys', () => askKeys(deps, companyId)),
    orUnknown(deps, 'links', () => askLinks(deps, companyId)),
    orUnknown(deps, 'allow-list', async () => {
      const { allowedIps, allowedDomains } = await deps.rules.listAccessRules(deps.self(), {});
      return { addresses: allowedIps.length, domains: allowedDomains.length };
    }),
    orUnknown(deps, 'trail', async () => {
      const { appendOnly, entries } = await deps.trail.getTrailFacts(deps.self(), {});
      return { isAppendOnly: appendOnly, entries };
    }),
  ]);
  const transport = access && { between: deps.between, isConsoleSecure: access.isConsoleSecure };
  const gathered = { data, children, access: access?.facts, keys, links, allowList, trail, transport };
  return Object.fromEntries(Object.entries(gathered).filter(([, fact]) => fact !== undefined));
}

async function askData({ facts, self }: RemoteFactsDeps, companyId: number): Promise<DataFacts> {
  const response = await facts.getDataFacts(self(companyId), { companyId });
  return {
    fields: response.fields,
    fieldsWithoutProof: response.fieldsWithoutProof,
    fieldsPastRetention: response.fieldsPastRetention,
    fieldsWithoutPurpose: response.fieldsWithoutPurpose,
    floorDays: response.floorDays,
    sealed: response.sealed,
    sealedShort: response.sealedShort,
    sealedOverdue: response.sealedOverdue,
    shredded: response.shredded,
    shreddedEarly: response.shreddedEarly,
    shreddedUncertified: response.shreddedUncertified,
  };
}

async function askChildren({ facts, self }: RemoteFactsDeps, companyId: number): Promise<ChildrenFacts> {
  const asked = { companyId, size: CHILDREN_SAMPLE };
  const { sampled, children, childrenWithoutGuardian } = await facts.sampleChildren(self(companyId), asked);
  return { sampled, children, childrenWithoutGuardian };
}

async function askAccess(
  { access, self }: RemoteFactsDeps,
  companyId: number,
): Promise<{ readonly facts: AccessFacts; readonly isConsoleSecure: boolean }> {
  const response = await access.getAccessFacts(self(companyId), { companyId });
  const { isConsoleSecure, ...facts } = response;
  return { facts, isConsoleSecure };
}

async function askKeys({ keys, self }: RemoteFactsDeps, companyId: number): Promise<KeyFacts> {
  const response = await keys.getKeyFacts(self(companyId), { companyId });
  const { protection, storeStatus, activeKeys, overdueKeys, scheduleDays, rowsOnRetired } = response;
  return {
    protection,
    storeStatus,
    activeKeys,
    overdueKeys,
    scheduleDays,
    rowsOnRetired,
  };
}

/** Compares lineage's links with tenancy's agreements, so that neither service is trusted alone. */
async function askLinks({ links, agreements, self }: RemoteFactsDeps, companyId: number): Promise<LinkFacts> {
  const counted = await links.countLinksByAgreement(self(companyId), { companyId });
  const named = counted.agreements.filter(({ agreementId }) => agreementId > 0);
  const agreementIds = named.map(({ agreementId }) => agreementId);
  const live =
    agreementIds.length === 0
      ? []
      : (
          await agreements.listAgreements(self(companyId), {
            companyIds: [companyId],
            onlyLive: true,
            agreementIds,
          })
        ).agreements;
  const inForce = new Set(live.filter(({ purpose }) => purpose !== '').map(({ id }) => id));
  const sum = (all: typeof counted.agreements) => all.reduce((total, one) => total + one.links, 0);
  return {
    links: sum(counted.agreements),
    agreements: named.length,
    unauthorised: sum(counted.agreements.filter(({ agreementId }) => !inForce.has(agreementId))),
  };
}
