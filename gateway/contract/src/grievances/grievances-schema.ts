import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import { givenTimeSchema, idSchema, textSchema, timestampSchema, versionSchema } from '../scalars.ts';

export const grievanceCategories = [
  'access',
  'correction',
  'erasure',
  'consent',
  'security',
  'other',
] as const;
const categorySchema = z.enum(grievanceCategories);

export const grievanceSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    category: categorySchema,
    subject: shownTextSchema,
    description: shownTextSchema,
    resolution: shownTextSchema,
    texts: shownTextsSchema,
    individualId: idSchema.nullable(),
    receivedAt: timestampSchema,
    /** Published period for the company's answer. */
    periodDays: z.number().int().min(1).max(90),
    /** End of the period's last day in the company's time zone. */
    dueAt: timestampSchema,
    closedAt: timestampSchema.nullable(),
    /** Open after its due date, or closed after it. */
    overdue: z.boolean(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'Grievance' });
export type Grievance = z.output<typeof grievanceSchema>;

export const listGrievancesQuery = z.strictObject({ ...companyQuery, ...pageQuery });

export const createGrievanceSchema = z.strictObject({
  companyId: idSchema.optional(),
  category: categorySchema,
  subject: textSchema(200).min(1),
  description: textSchema(5_000).default(''),
  individualId: idSchema.optional(),
  receivedAt: givenTimeSchema.optional(),
  periodDays: z.number().int().min(1).max(90, 'At most 90 days (Rule 14(3))'),
});

export const updateGrievanceSchema = z.strictObject({
  category: categorySchema.optional(),
  subject: textSchema(200).min(1).optional(),
  description: textSchema(5_000).optional(),
  resolution: textSchema(5_000).optional(),
  closedAt: givenTimeSchema.optional(),
});
