import { createHash } from 'node:crypto';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { services } from '@pii-vault/platform/rpc/allow';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { TrailService, type Verification } from '@pii-vault/proto/audit/v1/trail';
import { type AccessReview, AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import { IncidentsService } from '@pii-vault/proto/compliance/v1/incidents';
import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { ReportsService } from '@pii-vault/proto/compliance/v1/reports';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
import { complianceModule } from '../src/module.ts';
import {
  accessFacts,
  accessRules,
  authority,
  certificates,
  keyFacts,
  linkFacts,
  RemoteAnswers,
  revealFeed,
  trailFacts,
  userActs,
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
  vaultValues = 40;
  trailValues = 40;
  verification: Verification = {
    verificationId: 1,
    status: 'done',
    verified: true,
    treeSize: 90,
    rootHash: '00'.repeat(32),
    checkpointAt: new Date(),
    entriesChecked: 90,
    pending: 0,
    oldestPendingMs: 0,
    firstBadIndex: undefined,
    reason: undefined,
  };
}

export interface ComplianceWorld {
  readonly world: TestWorld;
  readonly answers: Answers;
  readonly checks: RpcClient<typeof ChecksService>;
  readonly purposes: RpcClient<typeof PurposesService>;
  readonly grievances: RpcClient<typeof GrievancesService>;
  readonly incidents: RpcClient<typeof IncidentsService>;
  readonly recipients: RpcClient<typeof RecipientsService>;
  readonly accessReviews: RpcClient<typeof AccessReviewsService>;
  /** What waits, as counted for the dashboard. */
  readonly waiting: ReturnType<typeof waitingOf>;
  readonly reports: RpcClient<typeof ReportsService>;
}

export async function complianceWorld(): Promise<ComplianceWorld> {
  const answers = new Answers();
  const world = await bootModules([
    standIn('tenancy', directory(answers), accessRules()),
    standIn('vault', vaultStats(answers), vaultFacts(answers.remote)),
    standIn('audit', trail(answers), revealFeed(answers.remote), trailFacts()),
    standIn('crypto', textKeys(), keyFacts(answers.remote), certificates(answers.remote)),
    standIn('identity', accessFacts(answers.remote), authority(answers.remote), ...userActs(answers.remote)),
    standIn('lineage', linkFacts(answers.remote)),
    complianceModule,
  ]);
  return {
    world,
    answers,
    checks: world.client(ChecksService, 'compliance'),
    purposes: world.client(PurposesService, 'compliance'),
    grievances: world.client(GrievancesService, 'compliance'),
    incidents: world.client(IncidentsService, 'compliance'),
    recipients: world.client(RecipientsService, 'compliance'),
    accessReviews: world.client(AccessReviewsService, 'compliance'),
    waiting: waitingOf(world, 'compliance'),
    reports: world.client(ReportsService, 'compliance'),
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
  const company = (id: number) => ({
    id,
    name: answers.name,
    code: 'C',
    tier: answers.tier,
    status: 'active',
    brandingConfig: '{}',
    complianceRequirements: '{}',
    createdAt: new Date(),
    updatedAt: new Date(),
    version: 1,
  });
  const { getCompanies, companyStates, listAgreements } = DirectoryService;
  return serve(
    { getCompanies, companyStates, listAgreements },
    {
      getCompanies: {
        allow: CALLER,
        handle: async (_ctx, req) => ({
          companies: req.companyIds.filter((id) => id <= 2).map(company),
        }),
      },
      listAgreements: {
        allow: CALLER,
        handle: async () => ({ agreements: answers.remote.liveAgreements.map(liveAgreement) }),
      },
      companyStates: {
        allow: CALLER,
        handle: async () => ({
          states: [1, 2].map((companyId) => ({ companyId, status: 'active', rowVersion: 1 })),
        }),
      },
    },
  );
}

function liveAgreement(id: number) {
  const at = new Date(0);
  return {
    id,
    companyId: 1,
    otherCompanyId: 2,
    purpose: 'kyc',
    includeAadhaar: false,
    disclosureDelay: 15,
    includesHealthData: false,
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
  const { openTextKeys } = KeysService;
  return serve(
    { openTextKeys },
    {
      openTextKeys: {
        allow: services(['compliance'], (req) => req.companyId),
        handle: async (_ctx, { companyId }) => {
          if (companyId > 2) throw notFound();
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
  return serve(StatsService, {
    getCompanyStats: {
      allow: CALLER,
      handle: async (_ctx, { companyIds }) => {
        guard();
        const { dataTypes } = answers;
        const none = { individuals: 0, piiRecords: 0, fieldsByType: {} };
        return { stats: companyIds.map((companyId) => ({ ...none, companyId, dataTypes })) };
      },
    },
    getRevealCounts: {
      allow: CALLER,
      handle: async (_ctx, req) => {
        guard();
        const count = { hour: new Date(), ticket: 'reveal', values: answers.vaultValues, tickets: 1 };
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
  const { verify, getVerification, revealCounts } = TrailService;
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
            entries: 1,
            decryptedValues: answers.trailValues,
          })),
          pending: 0,
        }),
      },
    },
  );
}

/** Starts a review of company 1, keeps every line and finishes it. */
export async function reviewAccess(
  { accessReviews }: Pick<ComplianceWorld, 'accessReviews'>,
  ctx: Ctx,
): Promise<AccessReview | undefined> {
  const { review } = await accessReviews.startAccessReview(ctx, { companyId: 1, startOver: false });
  const id = review?.id ?? 0;
  await accessReviews.keepOpenLines(ctx, { id, open: review?.lines ?? 0 });
  return (await accessReviews.finishAccessReview(ctx, { id })).review;
}
