import { Box, Flex } from '@chakra-ui/react';
import type { Import, ImportHold } from '@pii-vault/contract/imports/imports-schema';
import { type ColumnMapping, targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { BodyCell, BodyRow, HeadCell, Table } from '../../../ui/data-table/table-parts.ts';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { useMapImport } from '../queries.ts';
import { mappingProblem } from '../rules/column-mapping.ts';
import { MappingNotice, MappingSummary, TitleLines } from './mapping-notice.tsx';
import { TargetSelect } from './target-select.tsx';
import { useColumnMapping } from './use-column-mapping.ts';

interface HoldFormProps {
  one: Import;
  hold: ImportHold;
}

const mappingOf = ({ columns }: ImportHold, key: 'target' | 'suggestion'): ColumnMapping =>
  Object.fromEntries(columns.flatMap(({ name, [key]: target }) => (target === null ? [] : [[name, target]])));

/**
 * Form for a held import: the target of each undecided column, with sample values and suggestions, and the order of
 * dates.
 */
export function HoldForm({ one, hold }: HoldFormProps) {
  const { t } = useTranslation('imports');
  const answer = useMapImport(one.id);
  const columns = hold.columns.map(({ name }) => name);
  const form = useColumnMapping(columns, () => mappingOf(hold, 'target'));
  const { mapping } = form;
  const [dateOrder, setDateOrder] = useState<'dmy' | 'mdy' | undefined>(undefined);
  const suggestions = mappingOf(hold, 'suggestion');
  const problem = mappingProblem(columns, mapping);
  const isOpen = problem !== undefined || (hold.dates !== null && dateOrder === undefined);
  const go = () =>
    answer.mutate(
      { ...form.answer, ...(dateOrder && { dateOrder }) },
      {
        onSuccess: () => notify.success(t('hold.done')),
        onError: (error) => notify.error(t('error'), messageOf(error, t('hold.failed')), { error }),
      },
    );
  return (
    <Card flush title={t(hold.dates ? 'hold.datesTitle' : 'hold.title')}>
      <Box px="4" pb="4" color="ink.2">
        {hold.dates ? (
          <HeldDates dates={hold.dates} order={dateOrder} onOrder={setDateOrder} />
        ) : (
          t('hold.text')
        )}
      </Box>
      <TitleLines count={hold.titleLines} />
      <HeldColumns
        columns={hold.columns}
        mapping={mapping}
        suggestions={suggestions}
        purposes={hold.purposes}
        onMap={form.choose}
      />
      <MappingSummary columns={columns} mapping={mapping} />
      <MappingNotice
        problem={problem}
        columns={columns}
        mapping={mapping}
        suggestions={suggestions}
        refusals={hold.columns.filter((one) => one.mayStateRefusal).map(({ name }) => name)}
        onMapping={form.setMapping}
      />
      <Flex justify="flex-end" px="4" py="3" borderTopWidth="1px">
        <Button variant="primary" icon={ArrowRight} onClick={go} disabled={isOpen} pending={answer.isPending}>
          {t('hold.go')}
        </Button>
      </Flex>
    </Card>
  );
}

interface HeldDatesProps {
  dates: NonNullable<ImportHold['dates']>;
  order: 'dmy' | 'mdy' | undefined;
  onOrder: (order: 'dmy' | 'mdy') => void;
}

/** Reports dates of birth that contradict the assumed order, and asks whether day or month comes first. */
function HeldDates({ dates, order, onOrder }: HeldDatesProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const values = {
    count: dates.rows,
    n: format.number(dates.rows),
    row: format.number(dates.firstRow),
    line: dates.firstLine === null ? '–' : format.number(dates.firstLine),
    order: t(`hold.order.${dates.order}`),
  };
  return (
    <Box display="grid" gap="3">
      <Box>
        {t('hold.dates', values)} {dates.isMixed ? t('hold.mixed') : null}
      </Box>
      <RadioCards
        label={t('hold.dateOrder')}
        isLabelShown
        value={order ?? ''}
        onChange={(value) => onOrder(value === 'mdy' ? 'mdy' : 'dmy')}
        options={[
          { value: 'dmy', label: t('hold.dmy'), hint: t('hold.dmyHint') },
          { value: 'mdy', label: t('hold.mdy'), hint: t('hold.mdyHint') },
        ]}
      />
    </Box>
  );
}

interface HeldColumnsProps {
  columns: ImportHold['columns'];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  purposes: readonly string[];
  onMap: (column: string, target: ColumnTarget) => void;
}

/** Columns of a held file with sample values, which the server masked; undecided columns come first. */
function HeldColumns({ columns, mapping, suggestions, purposes, onMap }: HeldColumnsProps) {
  const { t } = useTranslation('imports');
  const isAsked = (target: ColumnTarget | null) => target === null;
  const ordered = [
    ...columns.filter(({ target }) => isAsked(target)),
    ...columns.filter(({ target }) => !isAsked(target)),
  ];
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('hold.table')} borderTopWidth="1px">
      <Table aria-label={t('hold.table')}>
        <thead>
          <tr>
            <HeadCell scope="col">{t('hold.column')}</HeadCell>
            <HeadCell scope="col">{t('hold.target')}</HeadCell>
            <HeadCell scope="col">{t('hold.samples')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ name, samples }) => (
            <BodyRow key={name}>
              <BodyCell
                fontFamily="mono"
                maxWidth="60"
                overflow="hidden"
                textOverflow="ellipsis"
                title={name}
              >
                {name}
              </BodyCell>
              <BodyCell>
                <Box minWidth="44" maxWidth="64">
                  <TargetSelect
                    column={name}
                    target={targetIn(mapping, name)}
                    suggestion={targetIn(suggestions, name)}
                    purposes={purposes}
                    onMap={(target) => onMap(name, target)}
                  />
                </Box>
              </BodyCell>
              <BodyCell color="ink.2" maxWidth="72" overflow="hidden" textOverflow="ellipsis">
                <Mono>{samples.join(' · ')}</Mono>
              </BodyCell>
            </BodyRow>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
