import { z } from 'zod';
import { auditDetailsSchema } from '../audit-trail/audit-trail-schema.ts';
import { companyQuery, exportQuery, idParam, pageQuery } from '../query.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

const actionFilters = {
  ...companyQuery,
  userId: idParam.optional(),
  action: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/, 'An action such as user_update')
    .optional(),
};
export const listUserActionsQuery = z.strictObject({ ...actionFilters, ...pageQuery });
export const exportUserActionsQuery = z.strictObject({ ...actionFilters, ...exportQuery });

/** Actions of a user other than reads; the same entries as in the audit trail. */
export const userActionSchema = z
  .object({
    /** Id of the entry in the audit trail. */
    id: idSchema,
    userId: idSchema,
    userName: z.string().nullable(),
    action: z.string(),
    /** user, company, encryption_key, … */
    resourceType: z.string(),
    resourceId: z.string().nullable(),
    companyId: idSchema.nullable(),
    details: auditDetailsSchema,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    timestamp: timestampSchema,
  })
  .meta({ id: 'UserAction' });
export type UserAction = z.output<typeof userActionSchema>;
