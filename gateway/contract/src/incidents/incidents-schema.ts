import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import {
  countSchema,
  givenTimeSchema,
  idSchema,
  textSchema,
  timestampSchema,
  versionSchema,
} from '../scalars.ts';

export const incidentStatuses = ['open', 'overdue', 'incomplete', 'reported', 'reported_late'] as const;

/** The six headings of Rule 7(2)(b)(i) to (vi). */
const headingsSchema = z
  .strictObject({
    /** Nature, extent, timing, location and likely impact. */
    description: textSchema(10_000).optional(),
    /** Events, circumstances and reasons that led to the breach. */
    circumstances: textSchema(10_000).optional(),
    /** Measures implemented or proposed to mitigate risk. */
    mitigation: textSchema(10_000).optional(),
    /** Findings regarding the person who caused it. */
    findings: textSchema(10_000).optional(),
    /** Remedial measures against recurrence. */
    remedy: textSchema(10_000).optional(),
    /** The intimations given to affected data principals. */
    intimations: textSchema(10_000).optional(),
  })
  .meta({ id: 'IncidentHeadings' });

export const incidentSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    title: shownTextSchema,
    /** Empty while withheld: `texts` lists the non-empty ones. */
    headings: headingsSchema,
    texts: shownTextsSchema,
    /** When the company became aware: the 72 hours start. */
    awareAt: timestampSchema,
    occurredAt: timestampSchema.nullable(),
    /** Affected data principals, as far as known. */
    affected: countSchema.nullable(),
    /** A longer period granted by the Board. */
    extendedUntil: timestampSchema.nullable(),
    /** 72 hours after awareAt, or extendedUntil. */
    dueAt: timestampSchema,
    reportedAt: timestampSchema.nullable(),
    /** incomplete: reported in time with an empty heading. */
    status: z.enum(incidentStatuses),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'Incident' });
export type Incident = z.output<typeof incidentSchema>;

export const listIncidentsQuery = z.strictObject({ ...companyQuery, ...pageQuery });

export const createIncidentSchema = z.strictObject({
  companyId: idSchema.optional(),
  title: textSchema(200).min(1),
  awareAt: givenTimeSchema.optional(),
  occurredAt: givenTimeSchema.optional(),
  affected: countSchema.max(Number.MAX_SAFE_INTEGER).optional(),
  headings: headingsSchema.optional(),
});

export const updateIncidentSchema = z.strictObject({
  title: textSchema(200).min(1).optional(),
  occurredAt: givenTimeSchema.optional(),
  affected: countSchema.max(Number.MAX_SAFE_INTEGER).optional(),
  headings: headingsSchema.optional(),
  extendedUntil: givenTimeSchema.optional(),
  reportedAt: givenTimeSchema.optional(),
});
