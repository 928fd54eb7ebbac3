import { ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Menu, MenuChoice } from '../menu.tsx';
import { type Column, formatSort, parseSort, type Sort } from './column.ts';

interface SortMenuProps<Row> {
  /** Columns by which the list can be sorted. */
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** Menu for the order of a list without column headers. */
export function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const { t } = useTranslation('ui');
  if (columns.length === 0) return null;
  const directions = columns.flatMap(({ id, header }) => [
    { value: id, label: `${header}, ${t('table.sortedUp')}` },
    { value: `-${id}`, label: `${header}, ${t('table.sortedDown')}` },
  ]);
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={ArrowUpDown}>
          {t('table.sort')}
        </Button>
      }
    >
      <MenuChoice
        value={formatSort(sort)}
        onChange={(value) => onSort(parseSort(value))}
        options={[{ value: '', label: t('table.unsorted') }, ...directions]}
      />
    </Menu>
  );
}
