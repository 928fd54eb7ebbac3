import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { MissingPart } from '../../../../ui/missing-part.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type ConsentEntry, useConsents } from '../../queries.ts';

/** Consents given to a company and withdrawals, newest first, with the date stated and the date recorded. */
export function ConsentHistory({ individualId, companyId }: { individualId: number; companyId: number }) {
  const { t } = useTranslation('individuals');
  const { data, error, refetch } = useConsents(individualId);
  if (error && !data) return <MissingPart title={t('consents.title')} error={error} onRetry={refetch} />;
  const entries = (data ?? []).filter((entry) => entry.companyId === companyId);
  if (entries.length === 0) return null;
  return (
    <Box as="section" borderTopWidth="1px" mt="3" pt="3" aria-label={t('consents.title')}>
      <Box as="h3" textStyle="strong">
        {t('consents.title')}
      </Box>
      <Box as="ol" listStyleType="none" mt="2" display="grid" gap="2">
        {entries.toReversed().map((entry) => (
          <ConsentItem key={entry.id} entry={entry} />
        ))}
      </Box>
    </Box>
  );
}

function ConsentItem({ entry }: { entry: ConsentEntry }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { kind, details, fieldTypes, recordedAt } = entry;
  const purposes = [details.purpose, ...(details.alsoFor ?? [])].map(purposeName).join(', ');
  const isDatedElsewhere = Math.abs(Date.parse(recordedAt) - Date.parse(details.date)) > MINUTE_MS;
  return (
    <Flex as="li" gap="2" flexWrap="wrap" alignItems="baseline">
      <StatusBadge tone={kind === 'given' ? 'success' : 'error'}>{t(`consents.${kind}`)}</StatusBadge>
      <Box as="span" textStyle="strong" overflowWrap="anywhere">
        {purposes}
      </Box>
      <Box as="span" color="ink.2" textStyle="small">
        {format.dateTime(details.date)}
        {isDatedElsewhere ? ` · ${t('consents.recorded', { at: format.dateTime(recordedAt) })}` : ''}
        {` · ${
          fieldTypes.length === 0
            ? t('consents.allFields')
            : fieldTypes.map((type) => t(`field.${type}`)).join(', ')
        }`}
        {details.noticeVersion ? ` · ${t('consents.notice', { version: details.noticeVersion })}` : ''}
      </Box>
    </Flex>
  );
}

/** Without a stated date the server uses its own time, slightly before the time of recording. */
const MINUTE_MS = 60_000;
