import { companyIdRequired, type Session } from '../edge/internal-tokens.ts';

/**
 * The company of a write: the one in the request, else the caller's primary company.
 * @throws AppError INVALID_ARGUMENT / COMPANY_REQUIRED
 */
export function companyOf(named: number | undefined, session: Session): number {
  const company = named ?? session.primaryCompanyId;
  if (company === undefined) throw companyIdRequired();
  return company;
}
