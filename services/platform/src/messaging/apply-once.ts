import type { Ctx } from '../core/context/ctx.ts';
import { invalidArgument, permissionDenied } from '../core/errors/app-error.ts';
import { withSpan } from '../core/telemetry/span.ts';
import { joinedTraces } from '../core/telemetry/trace-context.ts';
import type { Database, Tx } from '../postgres/database.ts';
import type { BusMessage } from './bus.ts';
import type { ConsumerSpec } from './consumer-spec.ts';
import { receive } from './inbox.ts';

export interface ApplyOptions {
  readonly spec: ConsumerSpec;
  readonly db: Database;
  /** The context of work for a company, or for the system. */
  ctx(companyId: number | null): Ctx;
}

/**
 * Inbox rows and effect of messages of one topic (and one company, when the consumer's scope is 'company') in one
 * transaction: each message takes effect once, however often this is called. Returns how many took effect now.
 */
export async function applyOnce(options: ApplyOptions, messages: readonly BusMessage[]): Promise<number> {
  const { spec, db } = options;
  for (const message of messages) checkOrigin(spec, message);
  const companyId = spec.scope === 'company' ? (messages[0]?.companyId ?? null) : null;
  if (spec.scope === 'company' && companyId === null) throw withoutCompany();
  const work = async (tx: Tx) => {
    const fresh = spec.knowsRepeats === true ? messages : await receive(tx, spec.name, messages);
    if (fresh.length > 0) await spec.handle({ tx, ctx: options.ctx(companyId), messages: fresh });
    return fresh.length;
  };
  const { parent, links } = joinedTraces(messages.map(({ traceparent }) => traceparent));
  return await withSpan(
    `${spec.name} process`,
    'consumer',
    { 'messaging.destination.name': messages[0]?.topic, 'messaging.batch.message_count': messages.length },
    () => (companyId === null ? db.system(work) : db.tenant({ companies: [companyId] }, work)),
    parent,
    links,
  );
}

/** A producer speaks for its own topics only. */
function checkOrigin(spec: ConsumerSpec, message: BusMessage): void {
  if (spec.topics.includes(message.topic) && message.topic.startsWith(`${message.producer}.`)) return;
  throw permissionDenied('FOREIGN_TOPIC', 'A producer wrote to a topic that is not its own');
}

const withoutCompany = () =>
  invalidArgument('EVENT_WITHOUT_COMPANY', 'An event of a company names no company');
