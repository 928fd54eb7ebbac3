import { Box, Flex } from '@chakra-ui/react';
import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';

const tones: Readonly<Record<LinkAgreement['status'], Tone>> = {
  accepted: 'success',
  pending: 'warning',
  ended: 'neutral',
};

export function useAgreementColumns(): readonly Column<LinkAgreement>[] {
  const { t } = useTranslation('companies');
  return useMemo(
    () => [
      {
        id: 'companies',
        header: t('link.companies'),
        list: 'title',
        value: (agreement) => `${agreement.companyName} – ${agreement.otherCompanyName}`,
        cell: (agreement) => (
          <Flex as="span" align="center" gap="2" textStyle="strong">
            {agreement.companyName}
            <Box as="span" color="ink.3">
              <Icon as={ArrowLeftRight} size={14} />
            </Box>
            {agreement.otherCompanyName}
          </Flex>
        ),
      },
      {
        id: 'purpose',
        header: t('link.purpose'),
        value: (agreement) => agreement.purpose,
        cell: (agreement) => purposeName(agreement.purpose),
      },
      {
        id: 'aadhaar',
        header: t('link.aadhaarColumn'),
        list: 'none',
        value: (agreement) => String(agreement.includeAadhaar),
        cell: (agreement) => t(agreement.includeAadhaar ? 'link.included' : 'link.excluded'),
      },
      {
        id: 'delay',
        header: t('link.delayColumn'),
        list: 'note',
        value: (agreement) => agreement.disclosureDelay,
        cell: (agreement) =>
          agreement.disclosureDelay === 0
            ? t('link.atOnce')
            : t('link.minutes', { count: agreement.disclosureDelay }),
      },
      {
        id: 'health',
        header: t('link.healthColumn'),
        list: 'none',
        value: (agreement) => String(agreement.includesHealthData),
        cell: (agreement) => t(agreement.includesHealthData ? 'link.healthIn' : 'link.excluded'),
      },
      {
        id: 'status',
        header: t('column.status'),
        value: (agreement) => agreement.status,
        cell: (agreement) => (
          <StatusBadge tone={tones[agreement.status]}>{t(`agreement.${agreement.status}`)}</StatusBadge>
        ),
      },
      {
        id: 'since',
        header: t('link.since'),
        value: (agreement) => agreement.acceptedAt ?? agreement.createdAt,
        cell: (agreement) => (
          <MutedTime at={agreement.endedAt ?? agreement.acceptedAt ?? agreement.createdAt} />
        ),
      },
    ],
    [t],
  );
}
