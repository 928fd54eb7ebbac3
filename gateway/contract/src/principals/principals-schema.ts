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

/** Whom a person nominated (DPDP Act, 2023, s.14). */
export const nominationSchema = z
  .object({
    companyId: idSchema,
    nominees: z.array(nomineeSchema),
    masked: z.boolean(),
    /** Null when nobody is nominated. */
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Nomination' });
export type Nomination = z.output<typeof nominationSchema>;

/** Raw for the purpose `nomination` alone, and for pii:reveal. */
export const readNomineeQuery = z.strictObject({ ...companyQuery, purpose: purposeSchema.optional() });

export const setNomineeSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** As a whole; none takes the nomination back. */
  nominees: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        relationship: z.enum(relationships),
        email: z.string().max(254).optional(),
        phone: z.string().max(40).optional(),
      }),
    )
    .max(5),
});

export const accessReportQuery = z.strictObject({ ...companyQuery, purpose: purposeSchema.optional() });

const times = { times: countSchema, firstAt: timestampSchema, lastAt: timestampSchema };

/** What a company tells a person of the person's data (DPDP Act, 2023, s.11). */
export const accessReportSchema = z
  .object({
    companyId: idSchema,
    companyName: z.string(),
    individualId: idSchema,
    masterKey: masterKeySchema,
    generatedAt: timestampSchema,
    /** Masked, or raw where consent covers the purpose asked for. */
    personalData: z.array(piiFieldSchema),
    consents: z.array(consentEntrySchema),
    /** Of the company's register, those that the consents name. */
    purposes: z.array(purposeEntrySchema),
    /** What was done with the data, from the audit trail. */
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
    /** Of the company's ledger of recipients, those that receive data for these purposes. */
    recipients: z.array(recipientSchema),
    /** Companies in which links under a linking agreement found the same person. */
    linkedCompanies: z.array(z.object({ id: idSchema, name: z.string(), tier: z.string() })),
    /** Masked. */
    nomination: nominationSchema,
  })
  .meta({ id: 'AccessReport' });
export type AccessReport = z.output<typeof accessReportSchema>;
