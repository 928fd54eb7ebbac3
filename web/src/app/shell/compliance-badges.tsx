import { Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { callQuery } from '../../client/queries.ts';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { useCan, useSession } from '../../session/use-session.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { regulationBadges } from './regulation-badges.ts';

/** The dashboard queries the checks of all companies; the badges share that query there. */
const DASHBOARD = '/';

/** Compliance of the selected company per regulation; empty while it loads. */
export function ComplianceBadges() {
  const { t } = useTranslation('app');
  const can = useCan();
  const { status } = useSession();
  const { company } = useSelectedCompany();
  const companyId = company?.id;
  const isDashboard = useLocation().pathname === DASHBOARD;
  const own = (checks: readonly ComplianceCheck[]) => checks.filter((check) => check.companyId === companyId);
  const { data } = useQuery({
    ...(isDashboard
      ? callQuery('GET /compliance')
      : callQuery('GET /compliance', { query: companyId ? { companyId } : {} })),
    select: own,
    // Keeps the badges when the query changes between the dashboard and other screens.
    placeholderData: (previous) => (previous && own(previous).length > 0 ? previous : undefined),
    // With an expired session, the call would have no token.
    enabled: companyId !== undefined && status === 'in' && can('compliance:read'),
  });
  if (!company || !data) return null;
  return (
    <Flex gap="2" wrap="wrap" role="group" aria-label={t('shell.compliance')}>
      {regulationBadges(company.tier, data).map((badge) => (
        <StatusBadge key={badge.regulation} tone={badge.tone}>
          {t(`compliance.${badge.kind}`, {
            regulation: badge.regulation,
            score: badge.score,
            unjudged: badge.unjudged,
          })}
        </StatusBadge>
      ))}
    </Flex>
  );
}
