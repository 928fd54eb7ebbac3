import {
  type ParkingService,
  parkedEventSchema,
  parkingServices,
} from '@pii-vault/contract/parked-events/parked-events-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';

const toEvent = jsonOf(parkedEventSchema);

/** Parked events of all services. One that does not answer leaves those of the others readable. */
export function parkedEventsHandlers({
  parkedEvents,
}: Pick<Clients, 'parkedEvents'>): Handlers<KeysOf<'parked-events'>> {
  const listOf = async (ctx: Ctx, service: ParkingService) => {
    const { events } = await parkedEvents[service].listParkedEvents(ctx, {});
    return events.map((event) => toEvent({ ...event, service }));
  };
  return {
    'GET /parked-events': async ({ ctx }) => {
      const lists = await Promise.allSettled(parkingServices.map((service) => listOf(ctx, service)));
      for (const list of lists)
        if (list.status === 'rejected' && !AppError.from(list.reason).isFault) throw list.reason;
      return {
        body: {
          events: lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])),
          unread: parkingServices.filter((_, at) => lists[at]?.status === 'rejected'),
        },
      };
    },
    'POST /parked-events/replay': async ({ ctx, body }) => {
      const { replayed, left } = await parkedEvents[body.service].replayParkedEvents(ctx, {});
      return { body: { replayed, left } };
    },
    'POST /parked-events/discard': async ({ ctx, body: { service, ...event } }) => {
      await parkedEvents[service].discardParkedEvent(ctx, event);
      return { body: { success: true } };
    },
  };
}
