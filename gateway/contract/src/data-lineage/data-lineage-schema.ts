import { z } from 'zod';
import { companyQuery, numberParam, pageQuery } from '../query.ts';
import { countSchema, idSchema, percentSchema, timestampSchema } from '../scalars.ts';

export const relationshipTypes = ['same_individual', 'cross_reference', 'duplicate_detection'] as const;
export const relationshipTypeSchema = z.enum(relationshipTypes);
export const verificationStatuses = ['pending', 'verified', 'rejected'] as const;
export const verificationStatusSchema = z.enum(verificationStatuses);
export const confidenceBands = ['high', 'medium', 'low'] as const;

export const graphQuery = z.strictObject({
  ...companyQuery,
  /** Default 500, by confidence. */
  nodes: numberParam(z.number().int().min(1).max(5000)).optional(),
});

export const graphSchema = z.object({
  nodes: z.array(
    z.object({
      /** `company:1` or `individual:48213`. */
      id: z.string(),
      name: z.string(),
      type: z.enum(['company', 'individual']),
      tier: z.string().nullable(),
    }),
  ),
  links: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      confidence: percentSchema,
      /** Null on membership links, whose confidence is 100. */
      relationshipType: relationshipTypeSchema.nullable(),
      verificationStatus: verificationStatusSchema.nullable(),
    }),
  ),
});
export type LineageGraph = z.output<typeof graphSchema>;

export const lineageSummaryQuery = z.strictObject(companyQuery);
export const lineageSummarySchema = z.object({
  totalRelationships: countSchema,
  /** Rounded mean in percent; 0 when there are no entries. */
  avgConfidence: percentSchema,
  uniqueIndividuals: countSchema,
  verifiedLinks: countSchema,
});

export const listEntriesQuery = z.strictObject({
  ...companyQuery,
  ...pageQuery,
  type: relationshipTypeSchema.optional(),
  status: verificationStatusSchema.optional(),
  confidence: z.enum(confidenceBands).optional(),
  search: z.string().max(64).optional(),
});

/** individualId belongs to sourceCompanyId; relatedIndividualId is null unless both sides may be read. */
export const lineageEntrySchema = z
  .object({
    id: idSchema,
    sourceCompanyId: idSchema,
    targetCompanyId: idSchema,
    sourceCompanyName: z.string(),
    targetCompanyName: z.string(),
    individualId: idSchema,
    relatedIndividualId: idSchema.nullable(),
    relationshipType: relationshipTypeSchema,
    confidenceScore: percentSchema,
    matchingFields: z.object({ fields: z.array(z.string()) }),
    verificationStatus: verificationStatusSchema,
    createdAt: timestampSchema,
  })
  .meta({ id: 'LineageEntry' });
export type LineageEntry = z.output<typeof lineageEntrySchema>;

/** One comparison of the explanation; weights in bits (log2 of the Bayes factor). */
export const comparisonSchema = z.object({
  field: z.string(),
  level: z.string(),
  weight: z.number(),
  runningSum: z.number(),
  /** 0–1 after this comparison. */
  probability: z.number().min(0).max(1),
});

export const explanationSchema = z.object({
  entry: lineageEntrySchema,
  /** Weight of the prior in bits, before any comparison. */
  prior: z.number(),
  comparisons: z.array(comparisonSchema),
  /** Sum in bits and the probability that follows from it. */
  total: z.number(),
  probability: z.number().min(0).max(1),
  /** Name of the veto that holds the link at pending, if one did. */
  veto: z.string().nullable(),
  modelVersion: z.string(),
});
export type Explanation = z.output<typeof explanationSchema>;
