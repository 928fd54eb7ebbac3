import { z } from 'zod';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** Services whose consumers can park events. */
export const parkingServices = [
  'identity',
  'tenancy',
  'vault',
  'lineage',
  'crypto',
  'audit',
  'compliance',
] as const;
export type ParkingService = (typeof parkingServices)[number];
const service = z.enum(parkingServices);

/** An event that a consumer could not process: the first of its subject. It contains no value of a person. */
export const parkedEventSchema = z
  .object({
    service,
    consumer: z.string(),
    eventId: z.uuid(),
    topic: z.string(),
    companyId: idSchema.nullable(),
    createdAt: timestampSchema,
    parkedAt: timestampSchema,
    /** Reason of the error. */
    reason: z.string(),
    /** Later events of the same subject, which wait for this one. */
    behind: countSchema,
  })
  .meta({ id: 'ParkedEvent' });
export type ParkedEvent = z.output<typeof parkedEventSchema>;

export const parkedEventsSchema = z.object({
  /** At most 100 of each service, oldest first. */
  events: z.array(parkedEventSchema),
  /** Services that did not answer. */
  unread: z.array(service),
});
export type ParkedEvents = z.output<typeof parkedEventsSchema>;

export const replayParkedSchema = z.strictObject({ service });
export const replayedSchema = z.object({
  replayed: countSchema,
  /** Fail still, or wait behind one that does. */
  left: countSchema,
});

/** Why an event must not take effect; the audit trail keeps it. */
export const discardReasons = ['faulty_build', 'repeated', 'outdated', 'other'] as const;
export type DiscardReason = (typeof discardReasons)[number];
export const discardParkedSchema = z.strictObject({
  service,
  consumer: z.string().min(1).max(100),
  eventId: z.uuid(),
  reason: z.enum(discardReasons, 'A reason is required'),
});
