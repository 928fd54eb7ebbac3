import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/use-session.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { NextOf } from './next-action.tsx';
import { type RegisterQuery, RegisterTable } from './register-table.tsx';

interface RegisterRowsProps<Row extends { id: number }> {
  noun: string;
  icon: LucideIcon;
  columns: readonly Column<Row>[];
  page: RegisterQuery<Row>;
  /** The next action, shown above the rows. */
  next: (rows: readonly Row[]) => ReactNode;
  /** Panel of the row that the URL selects. */
  panel: (row: Row) => ReactNode;
  dialogs: (rows: readonly Row[]) => ReactNode;
}

/** Table of a register's entries, with the selected one in a panel. */
export function RegisterRows<Row extends { id: number }>(props: RegisterRowsProps<Row>) {
  const { noun, icon, columns, page } = props;
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const can = useCan();
  const rows = page.data?.rows ?? [];
  const selected = rows.find(({ id }) => String(id) === get('selected'));
  return (
    <>
      <NextOf page={page}>{props.next}</NextOf>
      <SidePanelLayout
        label={t(`${noun}.panel`)}
        openKey={selected?.id}
        onClose={() => set({ selected: null })}
        panel={selected ? props.panel(selected) : null}
      >
        <RegisterTable
          noun={noun}
          icon={icon}
          columns={columns}
          rowKey={({ id }) => String(id)}
          page={page}
          mayAdd={can('compliance:manage')}
        />
      </SidePanelLayout>
      {props.dialogs(rows)}
    </>
  );
}
