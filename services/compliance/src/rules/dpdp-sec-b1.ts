import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Rule 6(1)(b): access is controlled: no stale users or credentials, known sources only, and a quarterly review of
 * who may enter.
 */
export const accessControlled: Rule = {
  id: 'DPDP-SEC-B1',
  checkType: 'access_control',
  title: 'Access is controlled and reviewed',
  reference: 'DPDP Rules, 2025, Rule 6(1)(b)',
  ...DPDP_RULES_2025,
  evaluate,
};

const DAY_MS = 86_400_000;
export const REVIEW_DAYS = 90;

function evaluate({ remote: { access, allowList }, registers, now }: Facts): Finding {
  if (access === undefined || allowList === undefined || registers === undefined)
    return unknown(reason('ACCESS_UNREAD'));
  const { users, staleUsers, credentials, staleCredentials, admins } = access;
  const reviewedAt = registers.accessReviewedAt;
  const isReviewed = reviewedAt !== null && now.getTime() - reviewedAt.getTime() <= REVIEW_DAYS * DAY_MS;
  const figures = { staleUsers, users, staleCredentials, credentials, addresses: allowList.addresses };
  const faults = [
    ...(staleUsers + staleCredentials > 0
      ? ['Suspend users and revoke API clients not used for 90 days.']
      : []),
    ...(allowList.addresses === 0
      ? ['Let a super admin set the list of addresses from where the vault may be used.']
      : []),
    ...(isReviewed ? [] : [`Review who may enter the company every ${REVIEW_DAYS} days.`]),
  ];
  return {
    ...byShare(3 - faults.length, 3),
    reasons: [
      faults.length === 0
        ? reason('ACCESS_CONTROLLED', { users, credentials })
        : reviewedAt === null
          ? reason('ACCESS_UNREVIEWED', figures)
          : reason('ACCESS_STALE', { ...figures, reviewedAt: reviewedAt.toISOString() }),
    ],
    evidence: evidenceOf({
      users,
      staleUsers,
      credentials,
      staleCredentials,
      administrators: admins,
      allowedAddresses: allowList.addresses,
      allowedDomains: allowList.domains,
      privilegedUsersReviewedAt: reviewedAt?.toISOString() ?? 'never',
    }),
    recommendations: faults,
  };
}
