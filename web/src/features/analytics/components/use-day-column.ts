import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';

/**
 * Day column of a chart's table. The day is a date in the company's time zone, so it is not converted to the reader's.
 */
export function useDayColumn<Row extends { day: string }>(): Column<Row> {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  return {
    id: 'day',
    header: t('column.day'),
    isFixed: true,
    list: 'title',
    value: ({ day }) => day,
    cell: ({ day }) => format.fullDay(day),
  };
}

/** Makes columns with numbers; null is shown as '–'. */
export function useAmountColumn() {
  const format = useFormat();
  return <Row>(id: string, header: string, value: (row: Row) => number | null): Column<Row> => {
    const shown = (row: Row) => {
      const amount = value(row);
      return amount === null ? '–' : format.number(amount);
    };
    return {
      id,
      header,
      align: 'end',
      list: 'note',
      value,
      cell: shown,
      listCell: (row) => `${header} ${shown(row)}`,
    };
  };
}
