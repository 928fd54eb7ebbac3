import { RefusedEventsService } from '@pii-vault/proto/platform/v1/refused_events';
import { refusedTopics } from '../../messaging/refused-records.ts';
import type { Database } from '../../postgres/database.ts';
import { services } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';

const MAX_HOURS = 720;

/** Tells identity which topics carried records that this module's consumers refused. */
export function refusedEventsRpc(db: Pick<Database, 'system'>): RpcService {
  return serve(RefusedEventsService, {
    listRefusedEvents: {
      allow: services(['identity']),
      handle: async (_ctx, { hours }) => {
        const found = await refusedTopics(db, Math.min(Math.max(hours, 1), MAX_HOURS));
        const topics = found.map(({ topic, records, firstAt, lastAt }) => {
          return { topic, records, firstSeenAt: firstAt, lastSeenAt: lastAt };
        });
        return { topics };
      },
    },
  });
}
