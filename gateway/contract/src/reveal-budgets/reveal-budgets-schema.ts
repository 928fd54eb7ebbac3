import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** Of a UTC day. */
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
    /** People whose values the caller may see: of all purposes, or of the one named when that has less left. */
    people: budgetSchema,
    searches: budgetSchema,
    /** People of bulk reveals without a second person; null: the company asks for none. */
    bulk: budgetSchema.nullable(),
    /** People left under approvals for the purpose that is named. */
    approved: countSchema,
  })
  .meta({ id: 'RevealBudget' });
export type RevealBudget = z.output<typeof revealBudgetSchema>;

export const maxPeople = 1_000_000_000;
const limit = z.number().int().min(0).max(maxPeople);

const policyFields = {
  /** People a day in the console, by each user. */
  peoplePerUser: limit,
  /** People a day by all API credentials of a user together. */
  peoplePerCredential: limit,
  /** People a day for one purpose, in either way. */
  byPurpose: z.array(z.strictObject({ purpose: purposeSchema, people: limit })).max(100),
  searchesPerUser: limit,
  searchesPerCredential: limit,
  /** Answers IDENTITY_CONFLICT a day. */
  conflicts: limit,
  bulkApproval: z.strictObject({
    /** People a day above which a second person approves; null: never. */
    revealsAbove: limit.nullable(),
    exportsAbove: limit.nullable(),
    /** How long an approval is valid. */
    hours: z.number().int().min(1).max(168),
  }),
};

const policyChangeSchema = z
  .object({
    id: idSchema,
    wanted: z.object(policyFields),
    requestedBy: idSchema,
    /** null: not known now. */
    requestedByName: z.string().nullable(),
    requestedAt: timestampSchema,
    /** approval: lapses at dueAt. delay: the company has no second person, and it takes effect then unless it is refused. */
    waitsFor: z.enum(['approval', 'delay']),
    dueAt: timestampSchema,
    /** Whether the caller may approve or refuse it now. */
    mayDecide: z.boolean(),
  })
  .meta({ id: 'RevealPolicyChange' });
export type RevealPolicyChange = z.output<typeof policyChangeSchema>;

/** Which company's change is decided. */
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
    /** null: these are the defaults. */
    updatedAt: timestampSchema.nullable(),
    /** Looser limits that wait; null: none. */
    pending: policyChangeSchema.nullable(),
  })
  .meta({ id: 'RevealPolicy' });
export type RevealPolicy = z.output<typeof revealPolicySchema>;
