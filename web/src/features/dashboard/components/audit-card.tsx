import { Box, Flex } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { Ban, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { clientName } from '../../../i18n/client-name.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useSeen } from '../../../ui/use-seen.ts';
import { useRecentAudit } from '../queries.ts';
import { auditLine } from '../rules/figures.ts';
import { Loaded } from './loaded.tsx';

/** Latest audit entries in the scope. Last on the page, so it loads only when scrolled into view. */
export function AuditCard({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const { ref, isSeen } = useSeen();
  const recent = useRecentAudit(companyId, isSeen);
  return (
    <Card ref={ref} title={t('audit.title')}>
      <Loaded query={recent} skeleton={<SkeletonLines count={9} />}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={ScrollText} title={t('audit.empty')} />
          ) : (
            <Box as="ul" listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
              {entries.map((entry) => (
                <AuditItem key={entry.id} entry={entry} />
              ))}
            </Box>
          )
        }
      </Loaded>
      <Button asChild variant="link" mt="3">
        <Link to={companyId === undefined ? '/audit?scope=all' : `/audit?company=${companyId}`}>
          {t('audit.all')}
        </Link>
      </Button>
    </Card>
  );
}

function AuditItem({ entry }: { entry: AuditTrailEntry }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { isAlarm, isRefused, individualId, people, purpose } = auditLine(entry);
  const action = useActionName()(entry.action);
  const actor =
    entry.actorType === 'service'
      ? t('audit.system')
      : entry.actorType === 'api_client'
        ? clientName(entry.actorName, entry.actorId)
        : (entry.actorName ?? entry.actorId) || t('audit.nobody');
  const facts = [
    actor,
    individualId === null ? '' : `IND_${individualId}`,
    people > 0 ? t('audit.people', { count: people, n: format.number(people) }) : '',
    entry.companyName ?? '',
    purpose === null ? '' : purposeName(purpose),
  ];
  const line = facts.filter(Boolean).map(isolate).join(' · ');
  return (
    <Flex as="li" gap="2.5">
      <Box color={isAlarm ? 'error' : 'ink.3'} pt="0.5">
        <Icon as={isAlarm ? Ban : ScrollText} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="strong">{isRefused ? t('audit.refused', { action }) : action}</Box>
        <Box color="ink.2" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={line}>
          {line}
        </Box>
      </Box>
      <Box color="ink.2" whiteSpace="nowrap">
        <RelativeTime at={entry.timestamp} />
      </Box>
    </Flex>
  );
}
