import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  discardParkedSchema,
  parkedEventsSchema,
  replayedSchema,
  replayParkedSchema,
} from './parked-events-schema.ts';

const managed = { permission: 'access:manage' } as const;
const event = {
  service: 'lineage',
  consumer: 'queue-changed-records',
  eventId: '019abc3e-7a44-7d2c-9f3c-8d0f5a1b2c3d',
  topic: 'vault.record_changed',
  companyId: 1,
  createdAt: '2026-11-21T08:00:00.000Z',
  parkedAt: '2026-11-21T08:00:04.000Z',
  reason: 'UNKNOWN_FIELD_TYPE',
  behind: 3,
} as const;

export const parkedEventsRoutes = [
  row('GET /parked-events', {
    ...managed,
    response: parkedEventsSchema,
    summary: 'List events that consumers could not process, the first of each subject',
    example: { response: { events: [event], unread: [] } },
  }),
  row('POST /parked-events/replay', {
    ...managed,
    proof: 'fresh',
    // Each event is one transaction; after the deadline the service goes on, and a repeated call continues.
    deadlineMs: 30_000,
    body: json(replayParkedSchema),
    response: replayedSchema,
    summary: 'Deliver all parked events of a service again, in order, after the cause is fixed',
    example: { body: { service: 'lineage' }, response: { replayed: 4, left: 0 } },
  }),
  row('POST /parked-events/discard', {
    ...managed,
    proof: 'fresh',
    body: json(discardParkedSchema),
    response: successSchema,
    summary:
      'Discard a parked event for good; the audit trail keeps the reason. Replay those behind it afterwards',
    example: {
      body: {
        service: event.service,
        consumer: event.consumer,
        eventId: event.eventId,
        reason: 'faulty_build',
      },
      response: { success: true },
    },
  }),
] as const;
