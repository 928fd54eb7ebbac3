import { type ErrorDetail, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';

export interface LinkAgreement {
  readonly id: number;
  /** The requesting side. */
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly purpose: string;
  readonly includeAadhaar: boolean;
  /** Minutes until a found pair is shown to both sides. */
  readonly disclosureMinutes: number;
  readonly includesHealthData: boolean;
  /** Whether a side has the healthcare tier. */
  readonly concernsHealth: boolean;
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
  readonly disclosureMinutes: number;
  readonly includesHealthData: boolean;
  /** Default: now. */
  readonly startsAt?: Date;
  /** Default: no end. */
  readonly endsAt?: Date;
}

type Times = Pick<LinkAgreement, 'startsAt' | 'endsAt' | 'acceptedAt' | 'endedAt'>;

/** @param now epoch ms */
export function agreementStatus(agreement: Times, now: number): AgreementStatus {
  if (agreement.endedAt !== null) return 'ended';
  if (agreement.endsAt !== null && agreement.endsAt.getTime() <= now) return 'ended';
  return agreement.acceptedAt === null ? 'pending' : 'accepted';
}

/**
 * Whether people may be linked under the agreement at `now` (epoch ms): accepted, started, not ended, and including
 * health data if a side has the healthcare tier.
 */
export function isAgreementLive(
  agreement: Times & Pick<LinkAgreement, 'concernsHealth' | 'includesHealthData'>,
  now: number,
): boolean {
  if (agreement.concernsHealth && !agreement.includesHealthData) return false;
  return agreementStatus(agreement, now) === 'accepted' && agreement.startsAt.getTime() <= now;
}

const MOST_MINUTES = 10_080;

/** @throws AppError INVALID_ARGUMENT INVALID_AGREEMENT with one detail per field */
export function checkNewAgreement(input: NewLinkAgreement, now: number): void {
  const problems: ErrorDetail[] = [];
  if (!isId(input.companyId)) problems.push({ path: 'companyId', message: 'Company is required' });
  if (!isId(input.otherCompanyId)) problems.push({ path: 'otherCompanyId', message: 'Company is required' });
  else if (input.otherCompanyId === input.companyId)
    problems.push({ path: 'otherCompanyId', message: 'A company cannot agree with itself' });
  if (!isPurpose(input.purpose)) problems.push({ path: 'purpose', message: `A purpose ${PURPOSE_FORM}` });
  const startsAt = input.startsAt?.getTime() ?? now;
  if (input.endsAt !== undefined && input.endsAt.getTime() <= Math.max(startsAt, now))
    problems.push({ path: 'endsAt', message: 'The end must be after the start and in the future' });
  const { disclosureMinutes } = input;
  if (!Number.isInteger(disclosureMinutes) || disclosureMinutes < 0 || disclosureMinutes > MOST_MINUTES)
    problems.push({ path: 'disclosureDelay', message: `The delay is 0 to ${MOST_MINUTES} whole minutes` });
  refuse(problems);
}

/**
 * @throws AppError INVALID_ARGUMENT INVALID_AGREEMENT if a side has the healthcare tier and health data are excluded
 */
export function checkHealth(
  input: Pick<NewLinkAgreement, 'includesHealthData'>,
  sides: ReadonlyArray<{ readonly tier: string }>,
): void {
  if (input.includesHealthData || !sides.some(({ tier }) => tier === HEALTHCARE)) return;
  refuse([
    {
      path: 'includesHealthData',
      message: 'A healthcare company takes part only where health data are included',
    },
  ]);
}

export const HEALTHCARE = 'healthcare';

function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length === 0) return;
  const message = problems[0]?.message ?? 'The agreement is not valid';
  throw invalidArgument('INVALID_AGREEMENT', message, { details: problems });
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
