import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Permission } from '@pii-vault/contract/permissions';
import { CircleCheck, type LucideIcon, Plus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { PAGE } from '../queries.ts';

interface RegisterPageProps {
  /** Key of the screen in the texts. */
  noun: string;
  /** Permission to add an entry; the button is hidden without it. */
  manage: Permission;
  children: (company: Company) => ReactNode;
}

/** Frame of a governance screen: title, Refresh, and a button to add an entry. */
export function RegisterPage({ noun, manage, children }: RegisterPageProps) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const can = useCan();
  return (
    <>
      <PageHeader
        title={t(`${noun}.title`)}
        subtitle={t(`${noun}.subtitle`)}
        actions={
          <>
            <RefreshButton />
            {can(manage) ? (
              <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
                {t(`${noun}.new`)}
              </Button>
            ) : null}
          </>
        }
      />
      <WithCompany>{(company) => <Box key={company.id}>{children(company)}</Box>}</WithCompany>
    </>
  );
}

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

/** Query result of one page of a register. */
interface RegisterQuery<Row> {
  readonly data: { readonly rows: readonly Row[]; readonly next?: string | undefined } | undefined;
  readonly error: unknown;
  readonly refetch: () => void;
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

interface RegisterTableProps<Row> {
  noun: string;
  icon: LucideIcon;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  page: RegisterQuery<Row>;
  mayAdd: boolean;
  /** What a row opens; null: nothing. Default: its panel. */
  onSelect?: ((row: Row) => void) | null;
}

/** Paged table of a register's entries, newest first. */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { noun, page } = props;
  const { t } = useTranslation('governance');
  const url = useUrlState();
  const { onSelect = (row: Row) => url.set({ selected: props.rowKey(row) }, { push: true }) } = props;
  const rows = page.data?.rows;
  const pager = usePager(page.data, PAGE);
  return (
    <Card flush>
      <DataTable
        id={`governance-${noun}`}
        title={t(`${noun}.list`)}
        label={t(`${noun}.list`)}
        columns={props.columns}
        rows={rows}
        rowKey={props.rowKey}
        error={page.error}
        onRetry={page.refetch}
        updatedAt={page.dataUpdatedAt}
        isChanging={page.isPlaceholderData}
        {...(onSelect === null ? {} : { selectedKey: url.get('selected'), onSelect })}
        pager={pager}
        empty={
          <EmptyState
            icon={props.icon}
            title={t(`${noun}.empty`)}
            hint={t(`${noun}.emptyHint`)}
            action={
              props.mayAdd ? (
                <Button onClick={() => url.set({ new: '1' }, { push: true })}>{t(`${noun}.new`)}</Button>
              ) : undefined
            }
          />
        }
      />
    </Card>
  );
}

/** Same height with and without a button. */
const HEIGHT = 'calc({sizes.controlSm} + {spacing.5})';

interface NextActionProps {
  /** Sentence that names the next action or says that there is none. */
  text: string;
  tone: 'error' | 'warning' | 'success';
  label?: string;
  onAct?: () => void;
}

/** One line with the state of the register and a button for the next action. */
export function NextAction({ text, tone, label, onAct }: NextActionProps) {
  const { t } = useTranslation('governance');
  return (
    <Flex
      role="status"
      aria-label={t('next')}
      align="center"
      gap="2"
      wrap="wrap"
      px="4"
      py="2.5"
      mb="4"
      minHeight={HEIGHT}
      borderRadius="card"
      bg={`${tone}.soft`}
      color={tone}
    >
      <Icon as={tone === 'success' ? CircleCheck : TriangleAlert} />
      <Box flex="1" flexBasis="52" minWidth="0" textStyle="strong">
        {text}
      </Box>
      {label && onAct ? (
        <Button size="sm" onClick={onAct}>
          {label}
        </Button>
      ) : null}
    </Flex>
  );
}

interface NextOfProps<Row> {
  page: { readonly data: { readonly rows: readonly Row[] } | undefined; readonly error: unknown };
  /** Show the line for an empty register too. Other registers explain the next action in their empty state. */
  hasEmpty?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The next action of a register; keeps its height while the rows load. */
export function NextOf<Row>({ page: { data, error }, hasEmpty, children }: NextOfProps<Row>) {
  if (data) return data.rows.length > 0 || hasEmpty ? children(data.rows) : null;
  return error ? null : <Skeleton display="block" width="full" height={HEIGHT} mb="4" borderRadius="card" />;
}
