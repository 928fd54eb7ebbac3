import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { refusedTopics } from '@pii-vault/platform/messaging/refused-records';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { RefusedEventsService } from '@pii-vault/proto/platform/v1/refused_events';

/** Records of one topic that consumers refused. */
export interface ForgedEvents {
  readonly topic: string;
  readonly records: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface FoundForgedEvents {
  /** Most records first. */
  readonly topics: readonly ForgedEvents[];
  /** Services that did not answer: their refusals are missing from the topics. */
  readonly unanswered: readonly ServiceName[];
}

/** Refusals of one service in the last hours. */
export type AskService = (service: ServiceName, hours: number) => Promise<readonly ForgedEvents[]>;

/** Services with consumers of their own database. The gateway consumes nothing. */
const ASKED: readonly ServiceName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');
const DEADLINE_MS = 2_000;

/** Queries all services concurrently. A record that several services refused is counted once. */
export function forgedEvents(ask: AskService, log: Pick<Logger, 'warn'>) {
  return async (hours: number): Promise<FoundForgedEvents> => {
    const unanswered: ServiceName[] = [];
    const answers = await Promise.all(
      ASKED.map(async (service) => {
        try {
          return await ask(service, hours);
        } catch (thrown) {
          log.warn('a service did not report the events that it refused', {
            asked: service,
            err: AppError.from(thrown),
          });
          unanswered.push(service);
          return [];
        }
      }),
    );
    const byTopic = Map.groupBy(answers.flat(), ({ topic }) => topic);
    const topics = [...byTopic.values()].map(together).sort((a, b) => b.records - a.records);
    return { topics, unanswered: unanswered.sort() };
  };
}

/** Uses identity's own token; identity's own refusals are in its database. */
export function askServices(kit: Pick<ModuleKit, 'client' | 'self' | 'db'>): AskService {
  const others = ASKED.filter((name) => name !== 'identity');
  const clients = new Map(others.map((name) => [name, kit.client(RefusedEventsService, name)]));
  return async (service, hours) => {
    if (service === 'identity')
      return (await refusedTopics(kit.db, hours)).map(({ firstAt, lastAt, ...topic }) => ({
        ...topic,
        firstSeenAt: firstAt,
        lastSeenAt: lastAt,
      }));
    const self = kit.self({ deadlineMs: DEADLINE_MS });
    const answer = await clients.get(service)?.listRefusedEvents(self, { hours });
    return (answer?.topics ?? []).map(({ topic, records, firstSeenAt, lastSeenAt }) => ({
      topic,
      records,
      firstSeenAt: firstSeenAt ?? new Date(0),
      lastSeenAt: lastSeenAt ?? new Date(0),
    }));
  };
}

function together(some: readonly ForgedEvents[]): ForgedEvents {
  const times = (pick: (one: ForgedEvents) => Date) => some.map((one) => pick(one).getTime());
  return {
    topic: some[0]?.topic ?? '',
    records: Math.max(...some.map(({ records }) => records)),
    firstSeenAt: new Date(Math.min(...times(({ firstSeenAt }) => firstSeenAt))),
    lastSeenAt: new Date(Math.max(...times(({ lastSeenAt }) => lastSeenAt))),
  };
}
