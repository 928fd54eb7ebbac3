import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

/** A super_admin belongs to no company: its second factor is a setting of the deployment. */
export const factorRoles = ['admin', 'pii_view', 'analytics'] as const;
const roles = z.array(z.enum(factorRoles)).max(10);

export const secondFactorPolicyQuery = z.strictObject(companyQuery);
export const setSecondFactorPolicySchema = z.strictObject({ companyId: idSchema, roles });
export const secondFactorPolicySchema = z
  .object({
    companyId: idSchema,
    /** Roles that must have a second factor in the company. */
    roles,
    /** Roles for which the deployment requires one in every company, independent of the company's policy. */
    alwaysRequired: roles,
    /** null: the company has no policy. */
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'SecondFactorPolicy' });
export type SecondFactorPolicy = z.output<typeof secondFactorPolicySchema>;
