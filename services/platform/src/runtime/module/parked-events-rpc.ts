import {
  type DiscardParkedEventRequest,
  type ListParkedEventsRequest,
  ParkedEventsService,
  type ReplayParkedEventsRequest,
} from '@pii-vault/proto/platform/v1/parked_events';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { missingPermission } from '../../core/context/permissions.ts';
import { AppError, invalidArgument } from '../../core/errors/app-error.ts';
import { auditMessage } from '../../domain/audit-entry.ts';
import { discardParked, parkedHeads } from '../../messaging/dead-letter.ts';
import type { Database } from '../../postgres/database.ts';
import { freshProof, permission } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';
import type { ModuleEvents } from './module-events.ts';

/** The permission of those who administer the deployment. */
const ADMINISTER = 'access:manage';
/** A closed list: a text could contain personal data, and the entry would keep it in clear. */
const REASONS: readonly string[] = ['faulty_build', 'repeated', 'outdated', 'other'];
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
      handle: async (ctx) => {
        requireSuperAdmin(ctx);
        const heads = await db.system(parkedHeads);
        return { events: heads.map((head) => ({ ...head, companyId: head.companyId ?? undefined })) };
      },
    },
    replayParkedEvents: {
      allow: freshProof(permission<ReplayParkedEventsRequest>(ADMINISTER)),
      handle: async (ctx) => {
        requireSuperAdmin(ctx);
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
        requireSuperAdmin(ctx);
        await discardEvent(service, db, ctx, request);
        return {};
      },
    },
  });
}

/** Parked events are of the deployment, so a grant in one company is not enough. */
function requireSuperAdmin({ caller }: Ctx): void {
  if (caller.kind !== 'user' || !caller.isSuperAdmin) throw missingPermission(ADMINISTER);
}

/** A parked event, and why it must not take effect. */
export type Discarded = Pick<DiscardParkedEventRequest, 'consumer' | 'eventId' | 'reason'>;

/** @throws AppError INVALID_ARGUMENT INVALID_DISCARD; NOT_FOUND EVENT_NOT_PARKED */
export async function discardEvent(
  service: ServiceName,
  db: Pick<Database, 'system'>,
  ctx: Ctx,
  { consumer, eventId, reason }: Discarded,
): Promise<void> {
  if (!UUID.test(eventId)) throw refused('eventId', 'The id of an event is a UUID');
  if (!REASONS.includes(reason)) throw refused('reason', `A reason is ${REASONS.join(', ')}`);
  await db.system(async (tx) => {
    const event = await discardParked(tx, consumer, eventId);
    if (event === undefined) throw new AppError('NOT_FOUND', 'EVENT_NOT_PARKED', 'No such event is parked');
    const { topic, companyId } = event;
    await tx.publish(
      auditMessage(service, ctx, {
        action: 'event_discard',
        objectIds: { consumer: `${service}.${consumer}`, topic, event: eventId, why: reason },
        ...(companyId === null ? {} : { companyId }),
      }),
    );
  });
}

const refused = (path: string, message: string) =>
  invalidArgument('INVALID_DISCARD', message, { details: [{ path, message }] });
