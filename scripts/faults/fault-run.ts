import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@pii-vault/all/demo/random';
import { type BacklogWatch, drainOf, watchBacklog } from './backlog.ts';
import { checkAll } from './checker/check-all.ts';
import type { Finding } from './checker/finding.ts';
import type { Injected } from './injected.ts';
import { type Fault, FaultMissed, type FaultSite } from './injections/fault.ts';
import { type Load, startLoad } from './load/start-load.ts';
import type { CallKind, Told } from './load/told.ts';
import { startWebhooks, type Webhooks } from './load/webhooks.ts';
import { RECOVERY_MS, recoveryFindings } from './recovery-findings.ts';
import { isLong, type ScheduleOptions, schedule } from './schedule.ts';
import type { StartedSite } from './start-site.ts';
import { makeWorld } from './world.ts';

export interface FaultOptions extends ScheduleOptions {
  readonly seed: number;
  /** How many times faster than new events arrive a backlog has to drain; 0: how fast is measured, and not judged. */
  readonly drainTimes: number;
}

export interface FaultReport extends FaultOptions {
  readonly injected: readonly Injected[];
  /** Calls that succeeded, by kind, and people, reveals and messages of webhooks that clients were told of. */
  readonly told: Readonly<Record<string, number>>;
  /** Answers without success, by status and reason. */
  readonly failures: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

const WARM_MS = 3_000;
const LOOK_MS = 50;

/** Load, faults one after the other in an order that the seed decides, and the comparison of all that was told. */
export async function runFaults(
  started: StartedSite,
  options: FaultOptions,
  say: (one: Injected) => void,
): Promise<FaultReport> {
  const { vault } = started;
  const { admin, tenants } = await makeWorld(vault.address);
  const webhooks = await startWebhooks(admin, tenants);
  const load = startLoad(vault.address, tenants, options.seed);
  try {
    const injected = await injectAll(started, load, options, say);
    const { address, dataDir, keysDir, folders } = vault;
    const findings = [
      ...recoveryFindings(injected, options.drainTimes),
      ...(await checkAll({ address, dataDir, keysDir, folders, tenants, load, webhooks })),
    ];
    return { ...options, injected, ...figures(load.told, webhooks), findings };
  } finally {
    await webhooks.stop();
  }
}

/** Resolves when the load has ended, too. */
async function injectAll(
  { vault, clocks, sides }: StartedSite,
  load: Load,
  options: FaultOptions,
  say: (one: Injected) => void,
): Promise<Injected[]> {
  const backlog = watchBacklog(vault.dataDir, options.topology);
  const random = seededRandom(options.seed);
  const hold = (shortMs: number, longMs: number) => delay(isLong(options) ? longMs : shortMs);
  const site: FaultSite = { vault, topology: options.topology, random, clocks, sides, hold };
  const injected: Injected[] = [];
  try {
    await delay(WARM_MS);
    for (const fault of schedule(options, random)) {
      const one = await injectOne(fault, site, load.told, backlog);
      injected.push(one);
      say(one);
    }
  } finally {
    await load.end();
    await backlog.stop();
  }
  return injected;
}

async function injectOne(
  fault: Fault,
  site: FaultSite,
  told: Told,
  backlog: BacklogWatch,
): Promise<Injected> {
  const from = performance.now();
  const done = await fault.inject(site).then(
    (what) => ({ what, isMissed: false }),
    (error: unknown) => {
      if (error instanceof FaultMissed) return { what: error.message, isMissed: true };
      throw error;
    },
  );
  const endedAt = performance.now();
  const recoveredMs = await recovery(told, endedAt);
  const isCalm = await backlog.calm(RECOVERY_MS);
  const drain = drainOf(backlog.samples, from, performance.now());
  return { fault: fault.name, ...done, lastedMs: endedAt - from, recoveredMs, isCalm, drain };
}

/** Waits for a write and a reveal that were sent after `from` and succeeded; ms from then to the later one. */
async function recovery(told: Told, from: number): Promise<number | undefined> {
  const firstOf = (kind: CallKind) =>
    told.successes.find((one) => one.kind === kind && one.sentAt >= from)?.answeredAt;
  while (performance.now() < from + RECOVERY_MS) {
    const [created, revealed] = [firstOf('create'), firstOf('reveal')];
    if (created !== undefined && revealed !== undefined) return Math.max(created, revealed) - from;
    await delay(LOOK_MS);
  }
  return undefined;
}

function figures(told: Told, webhooks: Webhooks): Pick<FaultReport, 'told' | 'failures'> {
  const calls = Map.groupBy(told.successes, ({ kind }) => kind);
  return {
    told: {
      ...Object.fromEntries([...calls].map(([kind, successes]) => [`${kind} calls`, successes.length])),
      people: told.people.size,
      'people revealed': told.reveals.length,
      'webhook messages': webhooks.received.length,
    },
    failures: Object.fromEntries(told.failures),
  };
}
