import { z } from 'zod';
import { companyQuery, exportQuery, pageQuery } from '../query.ts';
import { idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

export const linkAgreementSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    companyName: z.string(),
    otherCompanyId: idSchema,
    otherCompanyName: z.string(),
    purpose: purposeSchema,
    includeAadhaar: z.boolean(),
    /** pending until both sides have agreed. */
    status: z.enum(['pending', 'accepted', 'ended']),
    /** Accepted, started and not over: linking is allowed now. */
    isLive: z.boolean(),
    startsAt: timestampSchema.nullable(),
    endsAt: timestampSchema.nullable(),
    acceptedAt: timestampSchema.nullable(),
    endedAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'LinkAgreement' });
export type LinkAgreement = z.output<typeof linkAgreementSchema>;

export const listLinkAgreementsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const exportLinkAgreementsQuery = z.strictObject({ ...companyQuery, ...exportQuery });

export const createLinkAgreementSchema = z
  .strictObject({
    companyId: z.number('Company is required').int().min(1, 'Company is required'),
    otherCompanyId: z.number('Company is required').int().min(1, 'Company is required'),
    purpose: purposeSchema,
    includeAadhaar: z.boolean().default(false),
    /** Now when absent. */
    startsAt: timestampSchema.optional(),
    /** Until one side ends it when absent. */
    endsAt: timestampSchema.optional(),
  })
  .refine((form) => form.companyId !== form.otherCompanyId, {
    path: ['otherCompanyId'],
    message: 'Choose another company',
  });
