import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';

/** The day of a row of a table twin: a date of the company's zone, whose name is the same for each reader. */
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

/** A column of amounts. */
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
