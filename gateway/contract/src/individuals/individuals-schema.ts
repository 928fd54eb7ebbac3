import { z } from 'zod';
import { channelSchema, noticeVersionSchema, storedConsentSchema } from '../consents/consents-schema.ts';
import {
  companyQuery,
  exportQuery,
  flagParam,
  idListParam,
  listParam,
  pageQuery,
  periodQuery,
} from '../query.ts';
import { budgetSchema } from '../reveal-budgets/reveal-budgets-schema.ts';
import {
  countSchema,
  fieldTypeSchema,
  idSchema,
  masterKeySchema,
  percentSchema,
  purposeSchema,
  timestampSchema,
} from '../scalars.ts';

export const qualityBands = ['high', 'medium', 'low'] as const;
/** Sort orders with an index; a leading minus means descending. */
export const individualSorts = ['id', '-id', '-updatedAt', 'updatedAt', '-quality', 'quality'] as const;

/** State of the consents to a purpose now, by the rule of reveals; `expired` includes an ended retention period. */
export const consentStates = ['live', 'withdrawn', 'expired', 'none'] as const;

/** People of one read or file of chosen people. */
export const chosenPeopleLimit = 200;

/**
 * They need companyId and combine with AND. With more than a period the order is that of ids, and X-Total-Count is
 * absent; a page judges at most 4,000 people, so it may have fewer rows than the limit, or none, and a next page.
 */
const peopleFilters = {
  ids: idListParam(chosenPeopleLimit).optional(),
  /** A consent or a withdrawal of the person names the purpose; its state is consentState if that is given. */
  consentPurpose: purposeSchema.optional(),
  consentState: z.enum(consentStates).optional(),
  /** A consent, to consentPurpose if that is given, under the notice or through the channel. */
  noticeVersion: noticeVersionSchema.optional(),
  channel: channelSchema.optional(),
  /** `true`: linked to another company, or held by another company of the caller; needs lineage:read. */
  linked: flagParam.optional(),
  /** The last change; with it and no other filter, also sorted by updatedAt. */
  ...periodQuery,
};

/**
 * Added to each row. phone is a mask, with one audit entry per page and company. source is the channel of the first
 * consent. externalIds decrypts the external ids that the purpose covers, and needs pii:write and purpose.
 */
export const includable = ['externalIds', 'phone', 'source'] as const;

const filters = {
  ...companyQuery,
  ...peopleFilters,
  sort: z.enum(individualSorts).optional(),
  /**
   * Matches a part of the id or of the masterKey, ignoring case; `IND_` is dropped. Cannot be combined with sort,
   * a filter or externalId. A page compares at most 20,000 master keys, so it may have fewer rows than the limit, or
   * none, and a next page.
   */
  search: z.string().max(64).optional(),
  quality: z.enum(qualityBands).optional(),
  /**
   * Exact match through the blind index, for people who consented to the purpose; needs companyId and purpose. Uses
   * the search budget.
   */
  externalId: z.string().min(1).max(200).optional(),
  include: listParam(z.enum(includable), includable.length).optional(),
  /** Purpose of externalId and include; for an export also of its approval. */
  purpose: purposeSchema.optional(),
};
export const listIndividualsQuery = z.strictObject({ ...filters, ...pageQuery });
export const exportIndividualsQuery = z.strictObject({ ...filters, ...exportQuery });

const presence = z.object({ fieldType: fieldTypeSchema, companyId: idSchema });
const reachedCompany = z.object({ id: idSchema, name: z.string(), tier: z.string() });

const individualFields = {
  id: idSchema,
  masterKey: masterKeySchema,
  companyId: idSchema,
  dataQualityScore: percentSchema,
  completenessPercentage: percentSchema,
  linkedCompaniesCount: countSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  crossCompanyData: z.object({ companies: z.array(reachedCompany) }),
};
/** What tells rows apart, as requested by include. */
const marks = z.object({ phone: z.string(), source: channelSchema }).partial().optional();
const externalIds = z.array(z.object({ companyId: idSchema, externalId: z.string() })).optional();

/** One entry per (companyId, id) that the caller may read; without decrypted values. */
export const individualSchema = z
  .object({ ...individualFields, piiFields: z.array(presence), externalIds, marks })
  .meta({ id: 'Individual' });
export type Individual = z.output<typeof individualSchema>;

export const piiFieldSchema = z
  .object({
    id: idSchema,
    fieldType: fieldTypeSchema,
    companyId: idSchema,
    companyName: z.string(),
    value: z.string(),
    masked: z.boolean(),
    /** UPPER_SNAKE reason why the purpose did not reveal this field. */
    refused: z.string().optional(),
    consentDetails: storedConsentSchema,
    retentionExpiry: timestampSchema.nullable(),
    updatedAt: timestampSchema,
  })
  .meta({ id: 'PiiField' });
export type PiiField = z.output<typeof piiFieldSchema>;

export const createIndividualSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Generated when absent. */
  masterKey: masterKeySchema.optional(),
  /** Recomputed when the person gets fields. */
  dataQualityScore: z.number().int().min(0).max(100).optional(),
});

export const readIndividualQuery = z.strictObject({ ...companyQuery, purpose: purposeSchema.optional() });

export const individualProfileSchema = z
  .object({
    ...individualFields,
    piiFields: z.array(piiFieldSchema),
    /** Set when 80 % of the caller's daily budget are used. */
    revealBudget: budgetSchema.optional(),
  })
  .meta({ id: 'IndividualProfile' });
export type IndividualProfile = z.output<typeof individualProfileSchema>;

export const individualsSummaryQuery = z.strictObject(companyQuery);
export const individualsSummarySchema = z.object({
  totalIndividuals: countSchema,
  /** Individuals with a linkedCompaniesCount above 1; null while lineage does not answer. */
  crossLinked: countSchema.nullable(),
  /** Rounded mean; null without individuals. */
  avgCompleteness: percentSchema.nullable(),
  /** Within-company entries plus cross-company pairs; null like crossLinked. */
  duplicatesFound: countSchema.nullable(),
});
