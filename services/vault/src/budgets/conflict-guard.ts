import type { Database } from '@pii-vault/platform/postgres/database';
import { readSpentConflicts } from './alarms-store.ts';
import { AnswerGuard, type GuardedBudget } from './answer-guard.ts';

const CONFLICTS: GuardedBudget = {
  budget: 'conflict',
  slotOf: () => '',
  limitOf: ({ conflicts }) => conflicts,
  readSpent: readSpentConflicts,
};

/** Counts answers IDENTITY_CONFLICT per day: each confirms or refutes a guess about the holder of an external id. */
export class ConflictGuard extends AnswerGuard {
  constructor(db: Pick<Database, 'tenant' | 'system'>, now: () => number = Date.now) {
    super(db, CONFLICTS, now);
  }
}
