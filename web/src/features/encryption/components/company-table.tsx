import { Box } from '@chakra-ui/react';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyAgeBar } from '../../../keys/key-age-bar.tsx';
import { keyLife } from '../../../keys/key-figures.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { CompanyEncryption } from '../encryption.ts';

interface CompanyTableProps {
  rows: readonly CompanyEncryption[] | undefined;
  error: unknown;
  onRetry: () => void;
  updatedAt: number;
}

/** Encryption per company. */
export function CompanyTable({ rows, error, onRetry, updatedAt }: CompanyTableProps) {
  const { t } = useTranslation('encryption');
  return (
    <Card flush>
      <DataTable
        id="encryption-companies"
        title={t('companies.title')}
        label={t('companies.title')}
        columns={useCompanyColumns()}
        rows={rows}
        rowKey={({ company }) => String(company.id)}
        error={error}
        onRetry={onRetry}
        updatedAt={updatedAt}
        actions={({ company }) => (
          <Button asChild size="sm">
            <Link to={`/encryption-keys?company=${company.id}`}>{t('companies.keys')}</Link>
          </Button>
        )}
        empty={<EmptyState icon={Building2} title={t('companies.empty')} />}
      />
    </Card>
  );
}

function useCompanyColumns(): readonly Column<CompanyEncryption>[] {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const nowMs = Date.now();
  const types = ({ company }: CompanyEncryption) =>
    company.dataTypes.map((type) => t(`field.${type}`)).join(', ');
  return [
    {
      id: 'company',
      header: t('column.company'),
      isFixed: true,
      list: 'title',
      value: ({ company }) => company.name,
      cell: ({ company }) => <Box textStyle="strong">{company.name}</Box>,
    },
    {
      id: 'values',
      header: t('column.values'),
      align: 'end',
      list: 'end',
      value: ({ company }) => company.piiRecords,
      cell: ({ company }) => format.number(company.piiRecords),
      listCell: ({ company }) => t('companies.values', { n: format.number(company.piiRecords) }),
    },
    {
      id: 'types',
      header: t('column.types'),
      list: 'none',
      value: types,
      cell: (row) => (
        <span title={types(row)}>
          {t('companies.types', { count: row.company.dataTypes.length, names: types(row) })}
        </span>
      ),
    },
    {
      id: 'algorithm',
      header: t('column.algorithm'),
      list: 'none',
      value: ({ field }) => field?.algorithm ?? null,
      cell: ({ field }) => field?.algorithm ?? '–',
    },
    {
      id: 'people',
      header: t('column.people'),
      align: 'end',
      list: 'none',
      value: ({ people }) => people,
      cell: ({ people }) => (people === null ? '–' : format.number(people)),
    },
    {
      id: 'field',
      header: t('column.field'),
      list: 'note',
      value: ({ field }) => field?.version ?? null,
      cell: ({ field }) => {
        if (!field) return t('companies.noKeys');
        const life = keyLife(field, nowMs);
        const text = t('age', { version: field.version, count: life.days, n: format.number(life.days) });
        return <KeyAgeBar life={life} text={text} />;
      },
    },
  ];
}
