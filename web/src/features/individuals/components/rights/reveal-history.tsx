import { Box, Flex } from '@chakra-ui/react';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useReveals } from '../../queries.ts';
import { auditPath } from '../../rules/addresses.ts';
import { isAllowed, revealerOf, typesOf } from '../../rules/reveals.ts';

const FIRST = 5;

/** Reveals of this person, allowed and refused: user, purpose, time and fields, newest first. */
export function RevealHistory({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch, isEnabled } = useReveals(companyId, id);
  if (!isEnabled) return null;
  const rows = data?.rows;
  const shown = isWhole ? rows : rows?.slice(0, FIRST);
  return (
    <Card
      title={t('reveals.title')}
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link to={auditPath(companyId, id)}>{t('reveals.all')}</Link>
        </Button>
      }
    >
      {error && !rows ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!rows && !error ? <SkeletonLines count={3} /> : null}
      {rows?.length === 0 ? <Box color="ink.2">{t('lastReveal.never')}</Box> : null}
      <Box as="ol" listStyleType="none" display="grid" gap="3">
        {shown?.map((entry) => (
          <RevealItem key={entry.id} entry={entry} />
        ))}
      </Box>
      {rows && rows.length > FIRST && !isWhole ? (
        <Button variant="link" mt="3" onClick={() => setWhole(true)}>
          {t('reveals.more', { count: rows.length - FIRST })}
        </Button>
      ) : null}
      {isWhole && data?.hasMore ? (
        <Box color="ink.2" textStyle="small" mt="3">
          {t('reveals.older')}
        </Box>
      ) : null}
    </Card>
  );
}

function RevealItem({ entry }: { entry: AuditTrailEntry }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { details, timestamp } = entry;
  const types = typesOf(entry).map((type) => t(`field.${type}`, { defaultValue: type }));
  const facts = [
    t('reveals.for', { purpose: details.purpose === undefined ? '–' : purposeName(details.purpose) }),
    ...(types.length > 0 ? [types.join(', ')] : []),
  ];
  return (
    <Box as="li">
      <Flex gap="2" align="baseline">
        <Box flex="1" minWidth="0" textStyle="strong" overflowWrap="anywhere">
          {revealerOf(entry)}
        </Box>
        {isAllowed(entry) ? null : <StatusBadge tone="error">{t('reveals.refused')}</StatusBadge>}
        <Box color="ink.2" textStyle="small" whiteSpace="nowrap">
          {format.dateTime(timestamp)}
        </Box>
      </Flex>
      <Box color="ink.2" textStyle="small">
        {facts.join(' · ')}
      </Box>
    </Box>
  );
}
