import { z } from 'zod';
import { consentEntrySchema } from '../consents/consents-schema.ts';
import { piiFieldSchema } from '../individuals/individuals-schema.ts';
import { purposeEntrySchema } from '../purposes/purposes-schema.ts';
import { companyQuery } from '../query.ts';
import { recipientSchema } from '../recipients/recipients-schema.ts';
import { countSchema, idSchema, masterKeySchema, purposeSchema, timestampSchema } from '../scalars.ts';

export const relationships = ['spouse', 'child', 'parent', 'sibling', 'guardian', 'other'] as const;

const nomineeSchema = z.object({
  name: z.string(),
  relationship: z.enum(relationships),
  email: z.string().optional(),
  phone: z.string().optional(),
});

/** Nominees of a person (DPDP Act, 2023, s.14). */
export const nominationSchema = z
  .object({
    companyId: idSchema,
    nominees: z.array(nomineeSchema),
    masked: z.boolean(),
    /** Null without nominees. */
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Nomination' });
export type Nomination = z.output<typeof nominationSchema>;

/** Raw only for the purpose `nomination` and with pii:reveal. */
export const readNomineeQuery = z.strictObject({ ...companyQuery, purpose: purposeSchema.optional() });

export const setNomineeSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Replaces all nominees; an empty list removes the nomination. */
  nominees: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        relationship: z.enum(relationships, 'Relationship is required'),
        email: z.string().max(254).optional(),
        phone: z.string().max(40).optional(),
      }),
    )
    .max(5),
});

export const accessReportQuery = z.strictObject({ ...companyQuery, purpose: purposeSchema.optional() });

const times = { times: countSchema, firstAt: timestampSchema, lastAt: timestampSchema };

/** A company's report to a person about the person's data (DPDP Act, 2023, s.11). */
export const accessReportSchema = z
  .object({
    companyId: idSchema,
    companyName: z.string(),
    individualId: idSchema,
    masterKey: masterKeySchema,
    generatedAt: timestampSchema,
    /** Masked, or raw where consent covers the requested purpose. */
    personalData: z.array(piiFieldSchema),
    consents: z.array(consentEntrySchema),
    /** Entries of the company's register for the purposes of the consents. */
    purposes: z.array(purposeEntrySchema),
    /** Uses of the data, from the audit trail. */
    activities: z.array(z.object({ action: z.string(), purpose: z.string().nullable(), ...times })),
    /** Partner systems that read values, from the audit trail. */
    readers: z.array(
      z.object({
        clientId: z.string(),
        name: z.string().nullable(),
        purpose: z.string().nullable(),
        fieldNames: z.array(z.string()),
        ...times,
      }),
    ),
    /** Entries of the company's register of recipients that receive data for these purposes. */
    recipients: z.array(recipientSchema),
    /** Companies in which a link under a link agreement found the same person. */
    linkedCompanies: z.array(z.object({ id: idSchema, name: z.string(), tier: z.string() })),
    /** Other records of the company that are verified as the same person; their data is not in this report. */
    verifiedSame: z.array(idSchema),
    /** Masked. */
    nomination: nominationSchema,
  })
  .meta({ id: 'AccessReport' });
export type AccessReport = z.output<typeof accessReportSchema>;
