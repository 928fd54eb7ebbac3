import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { idIn } from '@pii-vault/platform/core/tables/list-cursor';
import { anyOf, permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import { TrailService, type Verification as VerificationMessage } from '@pii-vault/proto/audit/v1/trail';
import type { CheckpointKeeper } from '../../checkpoints/checkpoint-keeper.ts';
import { toCheckpoint, toLeafProof } from '../../checkpoints/proof-mapper.ts';
import type { proveConsistency } from '../../checkpoints/prove-consistency.ts';
import type { proveEntries } from '../../checkpoints/prove-entries.ts';
import type { runVerification } from '../../checkpoints/verifications/run-verification.ts';
import type { Verification } from '../../checkpoints/verifications/verification-store.ts';
import type { Pending } from '../../entries/pending/pending-entries.ts';
import { invalidInput } from '../../errors.ts';
import type { lastActivity } from './last-activity.ts';
import type { listTrail } from './list-trail.ts';
import { countedAndPending, type revealCounts } from './reveal-counts.ts';
import { toTrailEntry } from './trail-mapper.ts';

export interface TrailRpcDeps {
  readonly listTrail: ReturnType<typeof listTrail>;
  readonly proveEntries: ReturnType<typeof proveEntries>;
  readonly proveConsistency: ReturnType<typeof proveConsistency>;
  readonly keeper: CheckpointKeeper;
  readonly verification: ReturnType<typeof runVerification>;
  findVerification(id: number): Promise<Verification | undefined>;
  readonly lastActivity: ReturnType<typeof lastActivity>;
  readonly revealCounts: ReturnType<typeof revealCounts>;
  pending(): Promise<Pending>;
  contradiction(): Promise<string | undefined>;
}

const AUDIT_READ = 'audit:read';

export function trailRpc(deps: TrailRpcDeps): RpcService {
  return serve(TrailService, {
    ...reading(deps),
    ...counting(deps),
    ...proving(deps),
    ...verifying(deps),
  });
}

type Specs = RpcSpecs<typeof TrailService>;

function reading(deps: TrailRpcDeps): Pick<Specs, 'listTrail' | 'lastActivity'> {
  return {
    listTrail: {
      allow: permission(AUDIT_READ, (req) => req.companyId),
      handle: async (ctx, req) => {
        const page = await deps.listTrail(ctx, {
          limit: req.limit === 0 ? undefined : req.limit,
          companyId: req.companyId,
          action: emptyAsAbsent(req.action),
          search: emptyAsAbsent(req.search),
          from: req.from,
          until: req.until,
          before: idIn(req.cursor),
        });
        return { ...page, entries: page.entries.map(toTrailEntry) };
      },
    },
    lastActivity: {
      allow: anyOf(permission(AUDIT_READ), services(['gateway'])),
      handle: async (ctx, req) => {
        return { companies: await deps.lastActivity(ctx, idsOf(req.companyIds)) };
      },
    },
  };
}

function counting(deps: TrailRpcDeps): Pick<Specs, 'revealCounts' | 'getTrailState'> {
  return {
    getTrailState: {
      allow: services(['gateway']),
      handle: async () => ({ contradiction: (await deps.contradiction()) ?? '' }),
    },
    revealCounts: {
      allow: services(['compliance']),
      handle: async (_ctx, req) => {
        const { sums, pending } = await countedAndPending(deps, idsOf(req.companyIds));
        return { counts: sums, pending };
      },
    },
  };
}

function proving(
  deps: TrailRpcDeps,
): Pick<Specs, 'getCheckpoint' | 'getProof' | 'getProofs' | 'getConsistency'> {
  return {
    getCheckpoint: {
      allow: permission(AUDIT_READ),
      handle: async () => ({ checkpoint: toCheckpoint(await deps.keeper.covering(0)) }),
    },
    getProof: {
      allow: permission(AUDIT_READ),
      handle: async (ctx, req) => {
        const { checkpoint, proofs } = await deps.proveEntries(ctx, [req.id]);
        const [proof] = proofs;
        if (proof === undefined) throw notFound();
        const { treeSize } = checkpoint;
        return { ...toLeafProof(proof), treeSize, checkpoint: toCheckpoint(checkpoint) };
      },
    },
    getProofs: {
      allow: permission(AUDIT_READ),
      handle: async (ctx, req) => {
        const { checkpoint, proofs } = await deps.proveEntries(ctx, idsOf(req.ids));
        return { checkpoint: toCheckpoint(checkpoint), proofs: proofs.map(toLeafProof) };
      },
    },
    getConsistency: {
      allow: permission(AUDIT_READ),
      handle: (ctx, { from, to }) => deps.proveConsistency(ctx, from, to),
    },
  };
}

function verifying(deps: TrailRpcDeps): Pick<Specs, 'verify' | 'getVerification'> {
  return {
    verify: {
      allow: anyOf(permission(AUDIT_READ), services(['compliance'])),
      handle: async (ctx) => ({ verification: toMessage(await deps.verification.verify(ctx)) }),
    },
    getVerification: {
      allow: anyOf(permission(AUDIT_READ), services(['compliance'])),
      handle: async (_ctx, req) => {
        const found = await deps.findVerification(req.id);
        if (found === undefined) throw notFound();
        return { verification: toMessage(found) };
      },
    },
  };
}

function toMessage(verification: Verification): VerificationMessage {
  return {
    verificationId: verification.id,
    status: verification.status,
    verified: verification.verified,
    treeSize: verification.treeSize,
    rootHash: verification.rootHash?.toString('hex') ?? '',
    checkpointAt: verification.checkpointAt ?? undefined,
    entriesChecked: verification.entriesChecked,
    pending: verification.pending,
    oldestPendingMs: verification.oldestPendingMs,
    firstBadIndex: verification.firstBadIndex ?? undefined,
    reason: verification.reason ?? undefined,
  };
}

const MAX_IDS = 10_000;

function idsOf(ids: readonly number[]): readonly number[] {
  if (ids.length > MAX_IDS) throw invalidInput('ids', `at most ${MAX_IDS} ids at a time`);
  return ids;
}

function emptyAsAbsent(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
