import { createHash } from 'node:crypto';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { services } from '@pii-vault/platform/rpc/allow';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { TrailServiceService, type Verification } from '@pii-vault/proto/audit/v1/trail';
import { AccessReviewsServiceService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksServiceService } from '@pii-vault/proto/compliance/v1/checks';
import { DeadlinesServiceService } from '@pii-vault/proto/compliance/v1/deadlines';
import { GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesServiceService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsServiceService } from '@pii-vault/proto/compliance/v1/reports';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import { complianceModule } from '../src/module.ts';
import {
  accessFacts,
  accessRules,
  authority,
  keyFacts,
  linkFacts,
  RemoteAnswers,
  revealFeed,
  trailFacts,
  vaultFacts,
} from './remote-stand-ins.ts';

/** Answers of the fakes of other services, which tests change. */
export class Answers {
  isVaultAway = false;
  readonly remote = new RemoteAnswers();
  tier = 'primary';
  name = 'c';
  dataTypes: string[] = ['name'];
  sampled = 200;
  wellFormed = 200;
  suspicious = 0;
  vaultValues = 40n;
  trailValues = 40n;
  verification: Verification = {
    verificationId: 1n,
    status: 'done',
    verified: true,
    treeSize: 90n,
    rootHash: Buffer.alloc(32),
    checkpointAt: new Date(),
    entriesChecked: 90n,
    pending: 0n,
    oldestPendingMs: 0n,
    firstBadIndex: undefined,
    reason: undefined,
  };
}

export interface ComplianceWorld {
  readonly world: TestWorld;
  readonly answers: Answers;
  readonly checks: RpcClient<typeof ChecksServiceService>;
  readonly purposes: RpcClient<typeof PurposesServiceService>;
  readonly grievances: RpcClient<typeof GrievancesServiceService>;
  readonly incidents: RpcClient<typeof IncidentsServiceService>;
  readonly recipients: RpcClient<typeof RecipientsServiceService>;
  readonly accessReviews: RpcClient<typeof AccessReviewsServiceService>;
  readonly deadlines: RpcClient<typeof DeadlinesServiceService>;
  readonly reports: RpcClient<typeof ReportsServiceService>;
}

export async function complianceWorld(): Promise<ComplianceWorld> {
  const answers = new Answers();
  const world = await bootModules([
    standIn('tenancy', directory(answers), accessRules()),
    standIn('vault', vaultStats(answers), vaultFacts(answers.remote)),
    standIn('audit', trail(answers), revealFeed(answers.remote), trailFacts()),
    standIn('crypto', textKeys(), keyFacts(answers.remote)),
    standIn('identity', accessFacts(), authority(answers.remote)),
    standIn('lineage', linkFacts(answers.remote)),
    complianceModule,
  ]);
  return {
    world,
    answers,
    checks: world.client(ChecksServiceService, 'compliance'),
    purposes: world.client(PurposesServiceService, 'compliance'),
    grievances: world.client(GrievancesServiceService, 'compliance'),
    incidents: world.client(IncidentsServiceService, 'compliance'),
    recipients: world.client(RecipientsServiceService, 'compliance'),
    accessReviews: world.client(AccessReviewsServiceService, 'compliance'),
    deadlines: world.client(DeadlinesServiceService, 'compliance'),
    reports: world.client(ReportsServiceService, 'compliance'),
  };
}

function standIn(name: ServiceName, ...services: RpcService[]): Module {
  return defineModule({
    name,
    config: defineConfig('STUB', {}),
    migrations: undefined,
    start: async () => ({ services }),
  });
}

const CALLER = services(['compliance']);

/** Companies 1 and 2 exist. */
function directory(answers: Answers): RpcService {
  const company = (id: bigint) => ({
    id,
    name: answers.name,
    code: 'C',
    tier: answers.tier,
    status: 'active',
    brandingConfig: '{}',
    complianceRequirements: '{}',
    createdAt: new Date(),
    updatedAt: new Date(),
    rowVersion: 1n,
  });
  const { getCompanies, companyStates, listAgreements } = DirectoryServiceService;
  return serve(
    { getCompanies, companyStates, listAgreements },
    {
      getCompanies: {
        allow: CALLER,
        handle: async (_ctx, req) => ({
          companies: req.companyIds.filter((id) => id <= 2n).map(company),
        }),
      },
      listAgreements: {
        allow: CALLER,
        handle: async () => ({ agreements: answers.remote.liveAgreements.map(liveAgreement) }),
      },
      companyStates: {
        allow: CALLER,
        handle: async () => ({
          states: [1n, 2n].map((companyId) => ({ companyId, status: 'active', rowVersion: 1n })),
        }),
      },
    },
  );
}

function liveAgreement(id: bigint) {
  const at = new Date(0);
  return {
    id,
    companyId: 1n,
    otherCompanyId: 2n,
    purpose: 'kyc',
    includeAadhaar: false,
    status: 'accepted',
    startsAt: at,
    endsAt: undefined,
    acceptedAt: at,
    endedAt: undefined,
    createdAt: at,
    isLive: true,
  };
}

/** Text keys of existing companies, the same for every call. */
function textKeys(): RpcService {
  const { openTextKeys } = KeysServiceService;
  return serve(
    { openTextKeys },
    {
      openTextKeys: {
        allow: services(['compliance'], (req) => req.companyId),
        handle: async (_ctx, { companyId }) => {
          if (companyId > 2n) throw notFound();
          const key = createHash('sha256').update(`text ${companyId}`).digest();
          return { keys: [{ keyId: `text ${companyId}`, version: 1, key, active: true }] };
        },
      },
    },
  );
}

function vaultStats(answers: Answers): RpcService {
  const guard = () => {
    if (answers.isVaultAway) throw new AppError('UNAVAILABLE', 'AWAY', 'away');
  };
  return serve(StatsServiceService, {
    getCompanyStats: {
      allow: CALLER,
      handle: async (_ctx, { companyIds }) => {
        guard();
        const { dataTypes } = answers;
        const none = { individuals: 0n, piiRecords: 0n, fieldsByType: {} };
        return { stats: companyIds.map((companyId) => ({ ...none, companyId, dataTypes })) };
      },
    },
    getRevealCounts: {
      allow: CALLER,
      handle: async (_ctx, req) => {
        guard();
        const count = { hour: new Date(), ticket: 'reveal', values: answers.vaultValues, tickets: 1n };
        return {
          counts: req.companyIds.map((companyId) => ({ ...count, companyId })),
          completeUntil: new Date(),
        };
      },
    },
    sampleStorage: {
      allow: services(['compliance'], (req) => req.companyId),
      handle: async (_ctx, req) => {
        guard();
        const { sampled, wellFormed, suspicious } = answers;
        return {
          companyId: req.companyId,
          sampled,
          wellFormed,
          suspicious,
          failedFieldIds: [],
          sampledAt: new Date(),
        };
      },
    },
  });
}

function trail(answers: Answers): RpcService {
  const { verify, getVerification, revealCounts } = TrailServiceService;
  return serve(
    { verify, getVerification, revealCounts },
    {
      verify: { allow: CALLER, handle: async () => ({ verification: answers.verification }) },
      getVerification: { allow: CALLER, handle: async () => ({ verification: answers.verification }) },
      revealCounts: {
        allow: CALLER,
        handle: async (_ctx, req) => ({
          counts: req.companyIds.map((companyId) => ({
            companyId,
            ticket: 'reveal',
            entries: 1n,
            decryptedValues: answers.trailValues,
          })),
          pending: 0n,
        }),
      },
    },
  );
}
