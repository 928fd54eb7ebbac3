import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { readSpentConflicts } from './alarms-store.ts';
import { AnswerGuard, type GuardedBudget } from './answer-guard.ts';
import { dayPeriod } from './budget-period.ts';

const conflictBudget = (zones: CompanyZones): GuardedBudget => ({
  budget: 'conflict',
  periodOf: (companyId, now) => dayPeriod(zones, companyId, now),
  limitOf: ({ conflicts }) => conflicts,
  readSpent: readSpentConflicts,
});

/** Counts answers IDENTITY_CONFLICT per day: each confirms or refutes a guess about the holder of an external id. */
export class ConflictGuard extends AnswerGuard {
  constructor(db: Pick<Database, 'tenant' | 'system'>, zones: CompanyZones, now: () => number = Date.now) {
    super(db, conflictBudget(zones), now);
  }
}
