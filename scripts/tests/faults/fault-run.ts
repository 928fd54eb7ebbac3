import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@pii-vault/all/demo-data/random';
import { type BacklogWatch, drainOf, watchBacklog } from './backlog.ts';
import { checkAll } from './checker/check-all.ts';
import type { Finding } from './checker/finding.ts';
import type { InjectionResult } from './injection-result.ts';
import { type Fault, FaultMissed, type FaultSite } from './injections/fault.ts';
import type { CallKind, OperationHistory } from './load/operation-history.ts';
import { type Load, startLoad } from './load/start-load.ts';
import { startWebhookReceivers, type WebhookReceivers } from './load/webhooks.ts';
import { RECOVERY_MS, recoveryFindings } from './recovery-findings.ts';
import { isLong, type ScheduleOptions, schedule } from './schedule.ts';
import { setUpTenants } from './set-up-tenants.ts';
import type { StartedSite } from './start-site.ts';

export interface FaultOptions extends ScheduleOptions {
  readonly seed: number;
  /** Minimum drain rate as a multiple of the arrival rate; 0: no minimum. */
  readonly drainTimes: number;
}

export interface FaultReport extends FaultOptions {
  readonly injected: readonly InjectionResult[];
  /** Successful calls by kind, and counts of people, reveals and webhook messages in the history. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Failed calls, by status and reason. */
  readonly failures: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

const WARM_MS = 3_000;
const POLL_MS = 50;

/** Runs the load, injects one fault after another in an order given by the seed, and runs the checker. */
export async function runFaults(
  started: StartedSite,
  options: FaultOptions,
  report: (one: InjectionResult) => void,
): Promise<FaultReport> {
  const { vault } = started;
  const { admin, tenants } = await setUpTenants(vault.address);
  const webhooks = await startWebhookReceivers(admin, tenants);
  const load = startLoad(vault.address, tenants, options.seed);
  try {
    const injected = await injectAll(started, load, options, report);
    const { address, dataDir, keysDir, folders } = vault;
    const findings = [
      ...recoveryFindings(injected, options.drainTimes),
      ...(await checkAll({ address, dataDir, keysDir, folders, tenants, load, webhooks })),
    ];
    return { ...options, injected, ...figures(load.history, webhooks), findings };
  } finally {
    await webhooks.stop();
  }
}

/** Injects all faults; ends the load before it resolves. */
async function injectAll(
  { vault, clock, sidePorts }: StartedSite,
  load: Load,
  options: FaultOptions,
  report: (one: InjectionResult) => void,
): Promise<InjectionResult[]> {
  const backlog = watchBacklog(vault.dataDir, options.topology);
  const random = seededRandom(options.seed);
  const hold = (shortMs: number, longMs: number) => delay(isLong(options) ? longMs : shortMs);
  const site: FaultSite = { vault, topology: options.topology, random, clock, sidePorts, hold };
  const injected: InjectionResult[] = [];
  try {
    await delay(WARM_MS);
    for (const fault of schedule(options, random)) {
      const one = await injectOne(fault, site, load.history, backlog);
      injected.push(one);
      report(one);
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
  history: OperationHistory,
  backlog: BacklogWatch,
): Promise<InjectionResult> {
  const from = performance.now();
  history.hasFault = true;
  const done = await fault
    .inject(site)
    .then(
      (what) => ({ what, isMissed: false }),
      (error: unknown) => {
        if (error instanceof FaultMissed) return { what: error.message, isMissed: true };
        throw error;
      },
    )
    .finally(() => {
      history.hasFault = false;
      history.faultEndedAt = performance.now();
    });
  const endedAt = performance.now();
  const recoveredMs = await recovery(history, endedAt);
  const isDrained = await backlog.waitUntilDrained(RECOVERY_MS);
  const drain = drainOf(backlog.samples, from, performance.now());
  return { fault: fault.name, ...done, lastedMs: endedAt - from, recoveredMs, isDrained, drain };
}

/** Waits until a create and a reveal sent after `from` succeed. @returns ms from `from` to the later answer */
async function recovery(history: OperationHistory, from: number): Promise<number | undefined> {
  const firstOf = (kind: CallKind) =>
    history.successes.find((one) => one.kind === kind && one.sentAt >= from)?.answeredAt;
  while (performance.now() < from + RECOVERY_MS) {
    const [created, revealed] = [firstOf('create'), firstOf('reveal')];
    if (created !== undefined && revealed !== undefined) return Math.max(created, revealed) - from;
    await delay(POLL_MS);
  }
  return undefined;
}

function figures(
  history: OperationHistory,
  webhooks: WebhookReceivers,
): Pick<FaultReport, 'acknowledged' | 'failures'> {
  const calls = Map.groupBy(history.successes, ({ kind }) => kind);
  return {
    acknowledged: {
      ...Object.fromEntries([...calls].map(([kind, successes]) => [`${kind} calls`, successes.length])),
      people: history.people.size,
      'people revealed': history.reveals.length,
      'webhook messages': webhooks.received.length,
    },
    failures: Object.fromEntries(history.failures),
  };
}
