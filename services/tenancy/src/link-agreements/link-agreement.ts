import { AppError, type ErrorDetail } from '@pii-vault/platform/errors/app-error';

export interface LinkAgreement {
  readonly id: number;
  /** The side that asked. */
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly purpose: string;
  readonly includeAadhaar: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
}

export type AgreementStatus = 'pending' | 'accepted' | 'ended';

export interface NewLinkAgreement {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly purpose: string;
  readonly includeAadhaar: boolean;
  /** Now when absent. */
  readonly startsAt?: Date;
  /** Open end when absent. */
  readonly endsAt?: Date;
}

type Times = Pick<LinkAgreement, 'startsAt' | 'endsAt' | 'acceptedAt' | 'endedAt'>;

/** @param now epoch ms */
export function agreementStatus(agreement: Times, now: number): AgreementStatus {
  if (agreement.endedAt !== null) return 'ended';
  if (agreement.endsAt !== null && agreement.endsAt.getTime() <= now) return 'ended';
  return agreement.acceptedAt === null ? 'pending' : 'accepted';
}

/** Whether people may be linked under the agreement at `now` (epoch ms): accepted, begun and not over. */
export function isAgreementLive(agreement: Times, now: number): boolean {
  return agreementStatus(agreement, now) === 'accepted' && agreement.startsAt.getTime() <= now;
}

/** @throws AppError INVALID_ARGUMENT INVALID_AGREEMENT with one detail per field */
export function checkNewAgreement(input: NewLinkAgreement, now: number): void {
  const problems: ErrorDetail[] = [];
  if (!isId(input.companyId)) problems.push({ path: 'companyId', message: 'Company is required' });
  if (!isId(input.otherCompanyId)) problems.push({ path: 'otherCompanyId', message: 'Company is required' });
  else if (input.otherCompanyId === input.companyId)
    problems.push({ path: 'otherCompanyId', message: 'A company cannot agree with itself' });
  if (!/^[a-z0-9_-]{1,50}$/.test(input.purpose))
    problems.push({ path: 'purpose', message: 'A purpose has 1 to 50 of a-z, 0-9, _ and -' });
  const startsAt = input.startsAt?.getTime() ?? now;
  if (input.endsAt !== undefined && input.endsAt.getTime() <= Math.max(startsAt, now))
    problems.push({ path: 'endsAt', message: 'The end must be after the start and in the future' });
  if (problems.length === 0) return;
  const message = problems[0]?.message ?? 'The agreement is not valid';
  throw new AppError('INVALID_ARGUMENT', 'INVALID_AGREEMENT', message, { details: problems });
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
