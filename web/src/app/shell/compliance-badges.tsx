import { Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../client/queries.ts';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { regulationBadges } from '../../company/regulation-badges.ts';
import { useCan, useSession } from '../../session/use-session.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** Compliance of the selected company per regulation; empty while it loads. */
export function ComplianceBadges() {
  const { t } = useTranslation('app');
  const can = useCan();
  const { status } = useSession();
  const { company } = useSelectedCompany();
  const companyId = company?.id;
  const { data } = useQuery({
    ...callQuery('GET /compliance', { query: companyId ? { companyId } : {} }),
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
