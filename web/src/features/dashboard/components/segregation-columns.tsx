import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { complianceLabel, complianceTone } from '../../../company/compliance-label.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';

/** What each company holds, counted, and how it stands. */
export function useSegregationColumns(): readonly Column<Company>[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return useMemo(() => {
    const types = ({ dataTypes }: Company) => dataTypes.map((type) => t(`field.${type}`)).join(', ');
    const compliance = ({ compliance: of }: Company) =>
      t(`compliance.${complianceLabel(of)}`, { n: of.readiness });
    return [
      {
        id: 'name',
        header: t('column.company'),
        isFixed: true,
        list: 'title',
        value: (company) => company.name,
        cell: (company) => <Strong>{company.name}</Strong>,
      },
      {
        id: 'piiRecords',
        header: t('column.records'),
        align: 'end',
        list: 'note',
        value: (company) => company.piiRecords,
        cell: (company) => format.number(company.piiRecords),
        listCell: (company) =>
          t('records', { count: company.piiRecords, n: format.number(company.piiRecords) }),
      },
      {
        id: 'dataTypes',
        header: t('column.types'),
        list: 'note',
        value: types,
        cell: (company) => (
          <span title={types(company)}>
            {t('types', { count: company.dataTypes.length, n: format.number(company.dataTypes.length) })}
          </span>
        ),
      },
      {
        id: 'aadhaarStatus',
        header: t('column.aadhaar'),
        list: 'none',
        value: (company) => t(`aadhaar.${company.aadhaarStatus}`),
        cell: (company) => (
          <StatusBadge tone={company.aadhaarStatus === 'encrypted' ? 'success' : 'neutral'}>
            {t(`aadhaar.${company.aadhaarStatus}`)}
          </StatusBadge>
        ),
      },
      {
        id: 'compliance',
        header: t('column.compliance'),
        list: 'end',
        value: compliance,
        cell: (company) => (
          <StatusBadge tone={complianceTone(complianceLabel(company.compliance))}>
            {compliance(company)}
          </StatusBadge>
        ),
      },
      {
        id: 'lastActivityAt',
        header: t('column.activity'),
        list: 'note',
        value: (company) => company.lastActivityAt,
        cell: (company) => <MutedTime at={company.lastActivityAt} />,
      },
    ];
  }, [t, format]);
}
