import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, defaultsTo, exportQuery, idParam, pageQuery } from '../query.ts';
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
/** What a reviewer may say; the matcher keeps to it. */
export const decisions = ['verified', 'rejected'] as const;
/** What is said of a pair across companies until both have verified it: a function of the identifiers that agree. */
export const pairGrades = ['strong', 'possible'] as const;
export const pairGradeSchema = z.enum(pairGrades);
export const confidenceBands = ['high', 'medium', 'low'] as const;

export const defaultNodes = 500;
export const graphQuery = z.strictObject({
  ...companyQuery,
  /** By confidence. */
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
      /** Lineage entry behind the link; null on membership links. */
      entryId: idSchema.nullable(),
      /** Null where there is a grade. */
      confidence: percentSchema.nullable(),
      /** Of a pair across companies that not both have verified, or of people whose consent is withdrawn. */
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
  /** Rounded mean in percent of the entries that have a score; 0 when there are none. */
  avgConfidence: percentSchema,
  uniqueIndividuals: countSchema,
  verifiedLinks: countSchema,
  /** Median confidence in percent of the entries that have a score, with one decimal; 0 when there are none. */
  medianConfidence: percentSchema,
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
  /** Digits, with IND_ before them or not, are part of an individual's id; other text is part of a type. */
  search: z.string().max(64).optional(),
  /** Relationships of one individual only. */
  individualId: idParam.optional(),
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
    /** Stands for the other individual where its id is not shown; the same for this pair only. */
    relatedPseudonym: z.string().nullable(),
    relationshipType: relationshipTypeSchema,
    /** Null where there is a grade. */
    confidenceScore: percentSchema.nullable(),
    /**
     * In place of a score, across companies until both have verified the pair, inside one while consent of one of the two is
     * withdrawn. Later corrections do not change it.
     */
    grade: pairGradeSchema.nullable(),
    /** Where there is a grade only the kinds of identifier that agree; inside a company none. */
    matchingFields: z.object({ fields: z.array(z.string()) }),
    verificationStatus: verificationStatusSchema,
    /** What a reviewer of the company that lists it decided; null while nobody has. */
    decision: z.enum(decisions).nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'LineageEntry' });
export type LineageEntry = z.output<typeof lineageEntrySchema>;

export const lineageAnalysisQuery = z.strictObject(companyQuery);
export const lineageAnalysisSchema = z
  .object({
    /** Most links first; within one company both sides are the same. */
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
        /** Mean in percent of those that have a score, with one decimal. */
        avgConfidence: percentSchema,
      }),
    ),
    /** Entries that have a score, in ten buckets of percent; 100 belongs to the last. */
    confidenceHistogram: z.array(z.object({ from: percentSchema, to: percentSchema, links: countSchema })),
    /** At most 20, the one that waits longest first. */
    oldestUndecided: z.array(lineageEntrySchema),
    /** Per company: what is too common to join anybody. */
    hotValues: z.array(
      z.object({
        companies: z.array(z.object({ id: idSchema, name: z.string() })),
        /** Values (a phone number, an address, …) that more records share than a person can have: they count as missing. */
        sharedValues: countSchema,
        /** Combinations of partial values that find too many candidates. */
        crowdedKeys: countSchema,
      }),
    ),
  })
  .meta({ id: 'LineageAnalysis' });
export type LineageAnalysis = z.output<typeof lineageAnalysisSchema>;

/** One line of the explanation; the first is the prior, a veto has a line of its own. */
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
 * both_verify: across companies, until both have verified; consent: one of the two does not consent to the purpose;
 * purpose: inside a company, when no purpose is stated.
 */
export const withheldReasons = ['both_verify', 'consent', 'purpose'] as const;
export const explainQuery = z.strictObject({
  /** What the levels are read for; inside a company no levels are shown without it. Across companies the agreement's counts. */
  purpose: purposeSchema.optional(),
});

export const explanationSchema = z.object({
  entry: lineageEntrySchema,
  /** Of the entry. */
  version: versionSchema,
  comparisons: z.array(comparisonSchema),
  /** Why there are no comparisons; null where there are. */
  withheld: z.enum(withheldReasons).nullable(),
  /** 0 to 1, after the last line; 0 where the comparisons are withheld. */
  probability: z.number().min(0).max(1),
  modelVersion: z.string(),
  /** What reviewers of the caller's companies decided, newest last. */
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

/** Also the form of the dialog. */
export const decideEntrySchema = z.strictObject({
  verificationStatus: z.enum(decisions),
  note: z.string().max(2_000, 'At most 2,000 characters').default(''),
});
export type Decision = (typeof decisions)[number];
