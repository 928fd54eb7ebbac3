import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { complianceLabel, complianceTone } from '../../../company/compliance-label.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';

type Translate = ReturnType<typeof useTranslation<'companies'>>['t'];
type Format = ReturnType<typeof useFormat>;

export function useCompanyColumns(): readonly Column<Company>[] {
  const { t } = useTranslation('companies');
  const format = useFormat();
  return useMemo(() => [...identityColumns(t), ...figureColumns(t, format)], [t, format]);
}

function identityColumns(t: Translate): readonly Column<Company>[] {
  return [
    {
      id: 'name',
      header: t('column.company'),
      isFixed: true,
      list: 'title',
      value: (company) => company.name,
      listCell: (company) => <Box textStyle="strong">{company.name}</Box>,
      cell: (company) => (
        <Flex as="span" align="center" gap="2">
          <Box as="span" textStyle="strong" overflow="hidden" textOverflow="ellipsis">
            {company.name}
          </Box>
          <StatusBadge tone="neutral">{company.code}</StatusBadge>
        </Flex>
      ),
    },
    {
      id: 'tier',
      header: t('column.tier'),
      value: (company) => company.tier,
      cell: (company) => (
        <StatusBadge tone={tierTone(company.tier)}>
          {t(`tier.${company.tier}`, { defaultValue: company.tier })}
        </StatusBadge>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: (company) => company.status,
      cell: (company) => (
        <StatusBadge tone={statusTone(company.status)}>{t(`status.${company.status}`)}</StatusBadge>
      ),
    },
  ];
}

function figureColumns(t: Translate, format: Format): readonly Column<Company>[] {
  return [
    {
      id: 'piiRecords',
      header: t('column.records'),
      align: 'end',
      value: (company) => company.piiRecords,
      cell: (company) => (
        <span title={t('individuals', { n: format.number(company.individuals) })}>
          {format.number(company.piiRecords)}
        </span>
      ),
      list: 'none',
    },
    {
      id: 'individuals',
      header: t('column.individuals'),
      align: 'end',
      list: 'note',
      value: (company) => company.individuals,
      cell: (company) => format.number(company.individuals),
      listCell: (company) => t('individuals', { n: format.number(company.individuals) }),
    },
    {
      id: 'compliance',
      header: t('column.compliance'),
      list: 'none',
      value: (company) => company.compliance.score,
      cell: (company) => {
        const label = complianceLabel(company.compliance);
        return (
          <StatusBadge tone={complianceTone(label)}>
            {t(`compliance.${label}`, { n: company.compliance.readiness })}
          </StatusBadge>
        );
      },
    },
    {
      id: 'encryptionKeys',
      header: t('column.keys'),
      align: 'end',
      list: 'none',
      value: (company) => company.encryptionKeys,
      cell: (company) => format.number(company.encryptionKeys),
    },
    {
      id: 'updatedAt',
      header: t('column.updated'),
      value: (company) => company.updatedAt,
      cell: (company) => <MutedTime at={company.updatedAt} />,
    },
  ];
}

const tierTones: Readonly<Record<string, Tone>> = {
  primary: 'accent',
  healthcare: 'info',
  finance: 'warning',
};

/** Neutral for unknown tiers. */
const tierTone = (tier: string): Tone => tierTones[tier] ?? 'neutral';

const statusTones: Readonly<Record<Company['status'], Tone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'error',
};
const statusTone = (status: Company['status']): Tone => statusTones[status];
