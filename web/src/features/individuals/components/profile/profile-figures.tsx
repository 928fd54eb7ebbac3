import { Box, Flex } from '@chakra-ui/react';
import type { IndividualProfile } from '@pii-vault/contract/individuals/individuals-schema';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { RingGauge } from '../../../../ui/ring-gauge.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';

/** Rings for completeness and quality, and the companies that hold the person or are linked. */
export function ProfileFigures({ person }: { person: IndividualProfile }) {
  const { t } = useTranslation('individuals');
  const holders = new Set(person.piiFields.map((field) => field.companyId));
  return (
    <Flex gap="5" align="flex-start">
      <RingGauge label={t('column.completeness')} value={person.completenessPercentage} tone="accent" />
      <RingGauge label={t('quality')} value={person.dataQualityScore} />
      <Box flex="1" minWidth="0">
        <Flex wrap="wrap" gap="1.5">
          {person.crossCompanyData.companies.map((company) => (
            <span key={company.id} title={holders.has(company.id) ? t('holds') : t('reached')}>
              <StatusBadge tone={holders.has(company.id) ? 'accent' : 'neutral'}>{company.name}</StatusBadge>
            </span>
          ))}
        </Flex>
        <Box textStyle="small" color="ink.2" mt="2">
          {t('updated')} <RelativeTime at={person.updatedAt} />
        </Box>
      </Box>
    </Flex>
  );
}
