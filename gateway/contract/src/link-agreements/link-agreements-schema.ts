import { z } from 'zod';
import { companyQuery, exportQuery, pageQuery } from '../query.ts';
import { givenTimeSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

const disclosureDelay = z.number().int().min(0).max(10_080);

export const linkAgreementSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    companyName: z.string(),
    otherCompanyId: idSchema,
    otherCompanyName: z.string(),
    purpose: purposeSchema,
    includeAadhaar: z.boolean(),
    /** Minutes until both companies see a new pair; 0: at once, for evaluation. */
    disclosureDelay,
    /** Both companies agree to include health data; required when one is of the healthcare tier. */
    includesHealthData: z.boolean(),
    /** pending until both sides have agreed. */
    status: z.enum(['pending', 'accepted', 'ended']),
    /** Whether linking is allowed now: accepted, started, not ended, and health data included where required. */
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
    /** Minutes; default: the vault's setting. */
    disclosureDelay: disclosureDelay.optional(),
    includesHealthData: z.boolean().default(false),
    /** Default: now. */
    startsAt: givenTimeSchema.optional(),
    /** Default: until one side ends it. */
    endsAt: givenTimeSchema.optional(),
  })
  .refine((form) => form.companyId !== form.otherCompanyId, {
    path: ['otherCompanyId'],
    message: 'Choose another company',
  });
