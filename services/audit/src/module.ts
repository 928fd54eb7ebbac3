import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { defineModule, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { BacklogService } from '@pii-vault/proto/platform/v1/backlog';
import { proveConsistency } from './checkpoints/prove-consistency.ts';
import { proveEntries } from './checkpoints/prove-entries.ts';
import { startCheckpointing } from './checkpoints/start-checkpointing.ts';
import { runVerification } from './checkpoints/verifications/run-verification.ts';
import { findVerification } from './checkpoints/verifications/verification-store.ts';
import { auditConfig } from './config.ts';
import { auditConsumers } from './consumers/audit-consumers.ts';
import { readProducerHeads } from './entries/append-store.ts';
import { sumWeeks } from './entries/figures/sum-weeks.ts';
import { pendingEntries } from './entries/pending/pending-entries.ts';
import { PRODUCERS } from './entries/producers.ts';
import { readServices } from './read-services.ts';
import { lastActivity } from './reading/trail/last-activity.ts';
import { listTrail } from './reading/trail/list-trail.ts';
import { revealCounts } from './reading/trail/reveal-counts.ts';
import { trailRpc } from './reading/trail/trail-rpc.ts';
import { openRevocations } from './revocations/open-revocations.ts';
import { trimRevocations } from './revocations/trim-revocations.ts';

/** Topics of the events that this service publishes. */
const auditTopics = ['audit.notice_raised'] as const;

const CHECKPOINT_TICK_MS = 5_000;
const SUM_WEEKS_EVERY_MS = 600_000;
const TRIM_EVERY_MS = 3_600_000;
/** Number of entries that are checked within a request; takes a few seconds. */
const VERIFY_WAITS_UP_TO = 100_000;
/** Timeout for a producer to report its backlog. */
const BACKLOG_DEADLINE_MS = 2_000;

type Kit = ModuleKit<ConfigOf<typeof auditConfig>>;

export const auditModule = defineModule({
  name: 'audit',
  config: auditConfig,
  migrations: new URL('../migrations/', import.meta.url),
  consumers: auditConsumers,
  countsDays: true,
  publishes: auditTopics,
  async start(kit) {
    const { db } = kit;
    const revocations = openRevocations(kit.config);
    const checkpoints = startCheckpointing(
      { ...kit, signer: kit.client(SigningService, 'crypto') },
      revocations,
    );
    const stop = new AbortController();
    const pending = pendingOf(kit);
    const verification = runVerification({
      ...checkpoints,
      db,
      log: kit.log,
      pending,
      waitUpTo: VERIFY_WAITS_UP_TO,
      stopping: stop.signal,
    });
    const { wake } = kit.tick('checkpoints', CHECKPOINT_TICK_MS, () => checkpoints.keeper.keepUp());
    // A database restored since the last start is recognised before it takes in entries for long.
    wake();
    kit.tick('sum up weeks', SUM_WEEKS_EVERY_MS, sumWeeks({ db }));
    const { log } = kit;
    kit
      .tick('trim revocations', TRIM_EVERY_MS, trimRevocations({ db, revocations, log, now: Date.now }))
      .wake();
    return {
      services: [
        trailRpc({
          listTrail: listTrail({ db }),
          proveEntries: proveEntries({ db, keeper: checkpoints.keeper }),
          proveConsistency: proveConsistency({ db, keeper: checkpoints.keeper }),
          keeper: checkpoints.keeper,
          verification,
          findVerification: (id) => db.system((tx) => findVerification(tx, id)),
          lastActivity: lastActivity({ db }),
          revealCounts: revealCounts({ db }),
          pending,
          contradiction: checkpoints.contradiction,
        }),
        ...readServices(db, kit.zones),
      ],
      wake,
      async ready() {
        const fault = checkpoints.keeper.fault();
        if (fault !== undefined) throw fault;
      },
      async stop() {
        stop.abort();
        await verification.settled();
      },
    };
  },
});

function pendingOf(kit: Kit) {
  const clients = new Map(PRODUCERS.map((name) => [name, kit.client(BacklogService, name)]));
  return pendingEntries({
    producers: PRODUCERS,
    log: kit.log,
    heads: () => kit.db.system((tx) => readProducerHeads(tx, PRODUCERS)),
    async backlogOf(producer: ServiceName) {
      const answer = await clients
        .get(producer)
        ?.getBacklog(kit.self({ deadlineMs: BACKLOG_DEADLINE_MS }), {});
      return {
        rows: answer?.rows ?? 0,
        oldestMs: answer?.oldestMs ?? 0,
        inFlight: answer?.inFlight ?? 0,
        auditNumbers: (answer?.auditNumbers ?? []).map((one) => ({
          epoch: one.epoch,
          lastSeq: one.lastSeq,
        })),
      };
    },
  });
}
