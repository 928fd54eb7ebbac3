import {
  type DiscardParkedEventRequest,
  type ListParkedEventsRequest,
  ParkedEventsService,
  type ReplayParkedEventsRequest,
} from '@pii-vault/proto/platform/v1/parked_events';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { AppError, invalidArgument } from '../../core/errors/app-error.ts';
import { auditMessage } from '../../domain/audit-entry.ts';
import { findIdentifiers } from '../../domain/free-text/find-identifiers.ts';
import { discardParked, parkedHeads } from '../../messaging/dead-letter.ts';
import type { Database } from '../../postgres/database.ts';
import { freshProof, permission } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';
import type { ModuleEvents } from './module-events.ts';

/** The permission of those who administer the deployment. */
const ADMINISTER = 'access:manage';
const REASON_LENGTH = { min: 3, max: 500 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parked events of a module's consumers: shown, replayed, or discarded with a reason that the trail keeps. */
export function parkedEventsRpc(
  service: ServiceName,
  db: Pick<Database, 'system'>,
  events: Pick<ModuleEvents, 'replayParked'>,
): RpcService {
  return serve(ParkedEventsService, {
    listParkedEvents: {
      allow: permission<ListParkedEventsRequest>(ADMINISTER),
      handle: async () => {
        const heads = await db.system(parkedHeads);
        return { events: heads.map((head) => ({ ...head, companyId: head.companyId ?? undefined })) };
      },
    },
    replayParkedEvents: {
      allow: freshProof(permission<ReplayParkedEventsRequest>(ADMINISTER)),
      handle: async () => {
        const results = await events.replayParked();
        return {
          replayed: results.reduce((sum, { replayed }) => sum + replayed, 0),
          left: results.reduce((sum, { left }) => sum + left, 0),
        };
      },
    },
    discardParkedEvent: {
      allow: freshProof(permission<DiscardParkedEventRequest>(ADMINISTER)),
      handle: async (ctx, request) => {
        await discardEvent(service, db, ctx, request);
        return {};
      },
    },
  });
}

/** A parked event, and why it must not take effect. */
export type Discarded = Pick<DiscardParkedEventRequest, 'consumer' | 'eventId' | 'reason'>;

/** @throws AppError INVALID_ARGUMENT INVALID_DISCARD; NOT_FOUND EVENT_NOT_PARKED */
export async function discardEvent(
  service: ServiceName,
  db: Pick<Database, 'system'>,
  ctx: Ctx,
  { consumer, eventId, reason: typed }: Discarded,
): Promise<void> {
  const reason = typed.normalize('NFC').trim();
  if (!UUID.test(eventId)) throw refused('eventId', 'The id of an event is a UUID');
  if (reason.length < REASON_LENGTH.min || reason.length > REASON_LENGTH.max)
    throw refused('reason', 'A reason of 3 to 500 characters is required');
  // The entry belongs to the deployment, so there is no company's key to encrypt the reason.
  if (findIdentifiers(reason).length > 0)
    throw refused('reason', 'Leave out identifiers of people, such as phone numbers and e-mail addresses');
  await db.system(async (tx) => {
    const event = await discardParked(tx, consumer, eventId);
    if (event === undefined) throw new AppError('NOT_FOUND', 'EVENT_NOT_PARKED', 'No such event is parked');
    const { topic, companyId } = event;
    await tx.publish(
      auditMessage(service, ctx, {
        action: 'event_discard',
        objectIds: {
          ...{ consumer: `${service}.${consumer}`, topic, event: eventId, why: reason },
          ...(companyId === null ? {} : { companyId: String(companyId) }),
        },
      }),
    );
  });
}

const refused = (path: string, message: string) =>
  invalidArgument('INVALID_DISCARD', message, { details: [{ path, message }] });
