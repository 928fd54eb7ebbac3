import {
  type AppError,
  permissionDenied,
  resourceExhausted,
} from '@pii-vault/platform/core/errors/app-error';
import type { Account } from './counts-store.ts';
import { type Budget, isHourly, type MeterState } from './meters.ts';

const REASONS: Readonly<Record<Budget, string>> = {
  reveal: 'REVEAL_BUDGET_SPENT',
  bulk: 'APPROVAL_REQUIRED',
  search: 'SEARCH_BUDGET_SPENT',
  export: 'APPROVAL_REQUIRED',
  conflict: 'CONFLICT_BUDGET_SPENT',
  answer: 'ANSWER_BUDGET_SPENT',
  import_answer: 'ANSWER_BUDGET_SPENT',
  erasure: 'APPROVAL_REQUIRED',
  consent: 'APPROVAL_REQUIRED',
};

/** The reason with which a budget refuses. */
export const refusalReason = (budget: Budget): string => REASONS[budget];

const REQUEST = 'POST /api/approvals';
const ASK = `Another person can approve more: request it under Approvals (${REQUEST})`;

export const approvalVoid = (): AppError =>
  permissionDenied(
    'APPROVAL_VOID',
    'Your request was approved, but since then another account has changed the password, second factors, address, role, ' +
      `company, status or API credential of an account behind it. Request it again under Approvals (${REQUEST})`,
  );

/** Error for a caller whose budget is insufficient. */
export function refusalOf(
  meter: MeterState,
  { account, need }: { readonly account: Account; readonly need: number },
): AppError {
  const { budget, limit, used } = meter;
  const left = Math.max(0, limit - used);
  const reason = refusalReason(budget);
  if (budget === 'erasure')
    return permissionDenied(
      reason,
      `More than ${limit} erased people and deleted values a day need the approval of a second person: ${used} are used. ` +
        'Request it under Approvals (POST /api/approvals with kind erase)',
    );
  if (budget === 'consent')
    return permissionDenied(
      reason,
      `Consents of more than ${limit} people a day need the approval of a second person: ${used} are used, ${need} more ` +
        'were requested. Request it under Approvals (POST /api/approvals with kind consent and the purpose)',
    );
  if (budget === 'bulk' || budget === 'export')
    return permissionDenied(
      reason,
      `${budget === 'bulk' ? 'Bulk reveals' : 'Exports'} of more than ${limit} people a day need the approval of a second ` +
        `person: ${used} are used, ${need} more were requested. Request it under Approvals (${REQUEST})`,
    );
  return resourceExhausted(reason, spentText(meter, { left, need, endsAt: account.endsAt }), {
    retryAfterMs: Math.max(1_000, account.endsAt.getTime() - Date.now()),
  });
}

function spentText(
  { budget, purpose, limit }: MeterState,
  { left, need, endsAt }: { readonly left: number; readonly need: number; readonly endsAt: Date },
): string {
  if (isHourly(budget))
    return (
      'Too many responses in this hour revealed whether a stored value equals the one that was sent: an external id that ' +
      'exists, a conflict, a correction that changed nothing. Retry in the next hour'
    );
  const restart = `It is renewed when the company's day ends, at ${endsAt.toISOString()}`;
  if (budget === 'search') return `The limit of ${limit} searches a day is used up. ${restart}`;
  if (budget === 'conflict')
    return `Too many records were refused because their external id belongs to another person. ${restart}`;
  const ofPurpose = purpose === '' ? '' : ` for the purpose ${purpose}`;
  return `You may see ${limit} people a day${ofPurpose}: ${left} are left, ${need} were requested. ${restart}. ${ASK}`;
}
