import type { LineageAnalysis } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';

type Pair = LineageAnalysis['companyPairs'][number];
const counts = ['links', 'scored', 'verified', 'pending', 'rejected'] as const;

/** Relationships per pair of companies, most first. */
export function PairTable({ pairs }: { pairs: readonly Pair[] }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const columns = useMemo<readonly Column<Pair>[]>(() => {
    const name = ({ sourceCompanyName, targetCompanyName }: Pair) =>
      sourceCompanyName === targetCompanyName
        ? sourceCompanyName
        : `${isolate(sourceCompanyName)} ↔ ${isolate(targetCompanyName)}`;
    return [
      { id: 'pair', header: t('analysis.pair'), isFixed: true, list: 'title', value: name, cell: name },
      ...counts.map((id) => ({
        id,
        header: t(`analysis.${id}`),
        align: 'end' as const,
        value: (pair: Pair) => pair[id],
        cell: (pair: Pair) => format.number(pair[id]),
        listCell: (pair: Pair) => `${t(`analysis.${id}`)} ${format.number(pair[id])}`,
      })),
      {
        id: 'confidence',
        header: t('card.confidence'),
        align: 'end',
        list: 'end',
        value: (pair) => pair.avgConfidence,
        cell: (pair) => (pair.avgConfidence === null ? '–' : `${format.decimal(pair.avgConfidence, 1)}%`),
      },
    ];
  }, [t, format]);
  return (
    <Card flush>
      <DataTable
        id="lineage-pairs"
        label={t('analysis.pairs')}
        columns={columns}
        rows={pairs}
        rowKey={(pair) => `${pair.sourceCompanyId}-${pair.targetCompanyId}`}
        hasColumnChoice={false}
        hasToolbar={false}
        empty={t('analysis.none')}
      />
    </Card>
  );
}
