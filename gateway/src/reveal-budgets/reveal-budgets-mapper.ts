import { budgetSchema } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { jsonOf } from '../passed/json-of.ts';

export const toBudget = jsonOf(budgetSchema);
