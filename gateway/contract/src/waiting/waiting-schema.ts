import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

export const waitingQuery = z.strictObject(companyQuery);

/** Registers of what waits. */
export const waitingKinds = [
  'keyStore',
  'incidents',
  'grievances',
  'accessReviews',
  'checks',
  'approvals',
  'limits',
  'erasures',
  'keys',
  'webhooks',
  'agreements',
  'imports',
  'relationships',
  'logins',
  'reactivations',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

const itemSchema = z.object({
  kind: z.enum(waitingKinds),
  count: countSchema.min(1),
  /** Those of count whose time is over. */
  overdue: countSchema,
  /** When the first one is due; null for what has no time. */
  dueAt: timestampSchema.nullable(),
  /** The company of the first one; null for what belongs to none. */
  companyId: idSchema.nullable(),
  /** Text of the console for this item, and the figures and codes in it. */
  title: z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  /** Path of the console where the caller acts on it; null without the permission for that screen. */
  link: z.string().nullable(),
});
export type WaitingItem = z.output<typeof itemSchema>;

/** Steps of a new company, in the order in which they are taken. */
export const setupSteps = ['purposes', 'notices', 'people', 'administrators', 'addresses', 'checks'] as const;
/** Steps of a new vault, in the order in which they are taken. */
export const vaultSteps = ['company', 'superAdmins', 'mail', 'backup', 'keyStore'] as const;
export type SetupStep = (typeof setupSteps)[number] | (typeof vaultSteps)[number];

/** What waits for the caller, in one company or in all of the caller. */
export const waitingSchema = z
  .object({
    /** One per register that holds something: what is due first is first, what has no time is last. */
    items: z.array(itemSchema),
    /** Registers that were read, with or without items. What the caller may not read is in neither list. */
    read: z.array(z.enum(waitingKinds)),
    /** Registers whose service failed or did not answer in time. */
    unread: z.array(z.enum(waitingKinds)),
    /**
     * Steps of the named company that the caller may read, computed from its registers: purposes; a basis and a notice
     * for each of them; people; a second administrator; allowed addresses; a first compliance check. For all companies
     * those of the vault, for users who may create companies: a company; a second super_admin; a mail server; a backup
     * that the current backup keys open; a key store in hardware.
     */
    setup: z.array(z.object({ step: z.enum([...setupSteps, ...vaultSteps]), isDone: z.boolean() })),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.output<typeof waitingSchema>;
