import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** Budget of a day in the company's time zone. */
export const budgetSchema = z
  .object({ limit: countSchema, used: countSchema, resetsAt: timestampSchema })
  .meta({ id: 'Budget' });
export type Budget = z.output<typeof budgetSchema>;

export const revealBudgetQuery = z.strictObject({
  companyId: companyQuery.companyId,
  purpose: purposeSchema.optional(),
});

export const revealBudgetSchema = z
  .object({
    /** People whose values the caller may reveal: for all purposes, or for the given one when less is left. */
    people: budgetSchema,
    searches: budgetSchema,
    /** People in bulk reveals without an approval; null: the company requires none. */
    bulk: budgetSchema.nullable(),
    /** Remaining people of approvals for the given purpose. */
    approved: countSchema,
    /** People erased and values deleted without an approval; a setting of the deployment. */
    erasures: budgetSchema,
    /** People whose consents POST /consents records. */
    consents: budgetSchema,
  })
  .meta({ id: 'RevealBudget' });
export type RevealBudget = z.output<typeof revealBudgetSchema>;

export const maxPeople = 1_000_000_000;
const limit = z.number().int().min(0).max(maxPeople);

const policyFields = {
  /** People per day in the console, for each user. */
  peoplePerUser: limit,
  /** People per day for all API credentials of a user together. */
  peoplePerCredential: limit,
  /** People per day for one purpose, in the console and by API credentials together. */
  byPurpose: z.array(z.strictObject({ purpose: purposeSchema, people: limit })).max(100),
  searchesPerUser: limit,
  searchesPerCredential: limit,
  /** IDENTITY_CONFLICT responses per day. */
  conflicts: limit,
  bulkApproval: z.strictObject({
    /** People per day above which an approval is required; null: never. */
    revealsAbove: limit.nullable(),
    exportsAbove: limit.nullable(),
    /** Validity of an approval in hours. */
    hours: z.number().int().min(1).max(168),
  }),
};

const policyChangeSchema = z
  .object({
    id: idSchema,
    wanted: z.object(policyFields),
    requestedBy: idSchema,
    /** null: currently not known. */
    requestedByName: z.string().nullable(),
    requestedAt: timestampSchema,
    /**
     * approval: expires at dueAt. delay: the company has no second approver, so it takes effect at dueAt unless
     * refused.
     */
    waitsFor: z.enum(['approval', 'delay']),
    dueAt: timestampSchema,
    /** Whether the caller may decide the change now. */
    mayDecide: z.boolean(),
    /**
     * An independent account must decide: in the last seven days this one and the requester's were created or changed
     * by one another or by the same account.
     */
    isDependent: z.boolean(),
  })
  .meta({ id: 'RevealPolicyChange' });
export type RevealPolicyChange = z.output<typeof policyChangeSchema>;

/** The company of the change to decide. */
export const decidePolicyChangeSchema = z.strictObject({
  companyId: idSchema,
  decision: z.enum(['approved', 'refused']),
});

export const policyQuery = z.strictObject(companyQuery);
export const setRevealPolicySchema = z.strictObject({ companyId: idSchema, ...policyFields });
export const revealPolicySchema = z
  .object({
    companyId: idSchema,
    ...policyFields,
    /** null: defaults. */
    updatedAt: timestampSchema.nullable(),
    /** Pending looser limits; null: none. */
    pending: policyChangeSchema.nullable(),
  })
  .meta({ id: 'RevealPolicy' });
export type RevealPolicy = z.output<typeof revealPolicySchema>;
