import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, defaultsTo, exportQuery, flagParam, idParam, pageQuery } from '../query.ts';
import {
  countSchema,
  idSchema,
  percentSchema,
  purposeSchema,
  timestampSchema,
  versionSchema,
} from '../scalars.ts';

export const relationshipTypes = ['same_individual', 'cross_reference', 'duplicate_detection'] as const;
export const relationshipTypeSchema = z.enum(relationshipTypes);
export const verificationStatuses = ['pending', 'verified', 'rejected'] as const;
export const verificationStatusSchema = z.enum(verificationStatuses);
/** Decisions of a reviewer; the matcher never overrides them. */
export const decisions = ['verified', 'rejected'] as const;
/** Shown for a pair across companies until both have verified it; depends only on which identifiers agree. */
export const pairGrades = ['strong', 'possible'] as const;
export const pairGradeSchema = z.enum(pairGrades);
export const confidenceBands = ['high', 'medium', 'low'] as const;

const defaultNodes = 500;
export const graphQuery = z.strictObject({
  ...companyQuery,
  /** Nodes with the highest confidence come first. */
  nodes: defaultsTo(z.number().int().min(1).max(5000), defaultNodes),
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
      /** Lineage entry of the link; null on membership links. */
      entryId: idSchema.nullable(),
      /** Null when the link has a grade. */
      confidence: percentSchema.nullable(),
      /** For a pair across companies that only one or none has verified, or of people with withdrawn consent. */
      grade: pairGradeSchema.nullable(),
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
  /** Entries with a score; the others have a grade. */
  scoredRelationships: countSchema,
  /** Rounded mean in percent of the entries with a score; null when none has one. */
  avgConfidence: percentSchema.nullable(),
  uniqueIndividuals: countSchema,
  verifiedLinks: countSchema,
  /** Median confidence in percent of the entries with a score, with one decimal; null like avgConfidence. */
  medianConfidence: percentSchema.nullable(),
  withinCompany: countSchema,
  crossCompany: countSchema,
  pending: countSchema,
  pendingOverADay: countSchema,
});

const entryFilters = {
  ...companyQuery,
  type: relationshipTypeSchema.optional(),
  status: verificationStatusSchema.optional(),
  confidence: z.enum(confidenceBands).optional(),
  /** Digits, with or without IND_, match a part of an individual's id; other text matches a part of a type. */
  search: z.string().max(64).optional(),
  /** Relationships of one individual only. */
  individualId: idParam.optional(),
  /** true: only those without a decision of the listing company. */
  undecided: flagParam.optional(),
  /** true: only those that POST /data-lineage/verifications may verify by their identifiers. */
  agreeing: flagParam.optional(),
};
export const listEntriesQuery = z.strictObject({ ...entryFilters, ...pageQuery });
export const exportEntriesQuery = z.strictObject({ ...entryFilters, ...exportQuery });

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
    /** Replaces the id of the other individual where it is not shown; stable within this pair only. */
    relatedPseudonym: z.string().nullable(),
    relationshipType: relationshipTypeSchema,
    /** Null when the entry has a grade. */
    confidenceScore: percentSchema.nullable(),
    /**
     * Replaces the score across companies until both have verified the pair, and inside a company while one of the
     * two has withdrawn consent. Later corrections do not change it.
     */
    grade: pairGradeSchema.nullable(),
    /** With a grade only the kinds of identifiers that agree; inside a company none. */
    matchingFields: z.object({ fields: z.array(z.string()) }),
    verificationStatus: verificationStatusSchema,
    /** Decision of a reviewer of the listing company; null without one. */
    decision: z.enum(decisions).nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'LineageEntry' });
export type LineageEntry = z.output<typeof lineageEntrySchema>;

export const lineageAnalysisQuery = z.strictObject(companyQuery);
export const lineageAnalysisSchema = z
  .object({
    /** Pairs with the most links first; within one company both sides are the same. */
    companyPairs: z.array(
      z.object({
        sourceCompanyId: idSchema,
        targetCompanyId: idSchema,
        sourceCompanyName: z.string(),
        targetCompanyName: z.string(),
        links: countSchema,
        verified: countSchema,
        pending: countSchema,
        rejected: countSchema,
        /** Entries with a score. */
        scored: countSchema,
        /** Mean in percent of the entries with a score, rounded; null without any. */
        avgConfidence: percentSchema.nullable(),
      }),
    ),
    /** Entries with a score, in ten buckets of percent; 100 is in the last one. */
    confidenceHistogram: z.array(z.object({ from: percentSchema, to: percentSchema, links: countSchema })),
    /** Entries with a grade: with the histogram all entries. The filter has strong in high and possible in low. */
    graded: z.object({ strong: countSchema, possible: countSchema }),
    /** At most 20, the oldest first. */
    oldestUndecided: z.array(lineageEntrySchema),
    /** Per company: values that are too common for matching. */
    hotValues: z.array(
      z.object({
        companies: z.array(z.object({ id: idSchema, name: z.string() })),
        /**
         * Values (a phone number, an address, …) with more records than one person can have: the matcher treats them
         * as missing.
         */
        sharedValues: countSchema,
        /** Combinations of partial values with too many candidates. */
        crowdedKeys: countSchema,
      }),
    ),
  })
  .meta({ id: 'LineageAnalysis' });
export type LineageAnalysis = z.output<typeof lineageAnalysisSchema>;

/** One line of the explanation: the first is the prior; a veto has its own line. */
export const comparisonSchema = z.object({
  /** prior | a field type | veto */
  field: z.string(),
  level: z.string(),
  /** Bits (log2 of the likelihood ratio). */
  weight: z.number(),
  /** Sum of the weights so far, in bits. */
  runningSum: z.number(),
  /** 0 to 1, after this line. */
  probability: z.number().min(0).max(1),
});

/**
 * both_verify: across companies, until both have verified, for a caller who may not reveal in both; consent: one of the
 * two has not consented to the purpose; purpose: inside a company, without a stated purpose.
 */
export const withheldReasons = ['both_verify', 'consent', 'purpose'] as const;
export const explainQuery = z.strictObject({
  /**
   * Purpose of reading the levels, required for them inside a company. Across companies the agreement's purpose
   * applies.
   */
  purpose: purposeSchema.optional(),
});

export const explanationSchema = z.object({
  entry: lineageEntrySchema,
  /** Of the entry. */
  version: versionSchema,
  comparisons: z.array(comparisonSchema),
  /** Why comparisons are withheld; null when they are shown. */
  withheld: z.enum(withheldReasons).nullable(),
  /** 0 to 1, after the last line; 0 when the comparisons are withheld. */
  probability: z.number().min(0).max(1),
  modelVersion: z.string(),
  /** Decisions of reviewers of the caller's companies, newest last. */
  decisions: z.array(
    z.object({
      companyId: idSchema,
      verificationStatus: z.enum(decisions),
      note: shownTextSchema,
      texts: shownTextsSchema,
      decidedBy: z.string().nullable(),
      decidedAt: timestampSchema,
    }),
  ),
});
export type Explanation = z.output<typeof explanationSchema>;

/** Also used as the form of the dialog. */
export const decideEntrySchema = z.strictObject({
  verificationStatus: z.enum(decisions),
  note: z.string().max(2_000, 'At most 2,000 characters').default(''),
});
export type Decision = (typeof decisions)[number];

/** Links of one call of POST /data-lineage/verifications. */
export const MAX_VERIFICATIONS = 100;
export const verifyEntriesSchema = z.strictObject({
  companyId: idSchema,
  /** Entries of the company's list. */
  ids: z.array(idSchema).min(1).max(MAX_VERIFICATIONS),
});
export const verifiedEntriesSchema = z.object({
  /** The others are decided already, changed or not sure enough, and stay undecided. */
  verifiedIds: z.array(idSchema),
});
