import { Box, Flex } from '@chakra-ui/react';
import type { Import, ImportHold } from '@pii-vault/contract/imports/imports-schema';
import type { ColumnMapping } from '@pii-vault/platform/values/import-columns/column-plan';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useMapImport } from '../queries.ts';
import { mappingProblem } from '../rules/column-mapping.ts';
import { HeldColumns } from './held-columns.tsx';
import { HeldDates } from './held-dates.tsx';
import { MappingNotice } from './mapping-notice.tsx';
import { MappingSummary } from './mapping-summary.tsx';
import { TitleLines } from './title-lines.tsx';

interface HoldFormProps {
  one: Import;
  hold: ImportHold;
}

const mappingOf = ({ columns }: ImportHold, key: 'target' | 'suggestion'): ColumnMapping =>
  Object.fromEntries(columns.flatMap(({ name, [key]: target }) => (target === null ? [] : [[name, target]])));

/** Asks what a held import waits for: its columns with their first values and suggestions, and the order of dates. */
export function HoldForm({ one, hold }: HoldFormProps) {
  const { t } = useTranslation('imports');
  const answer = useMapImport(one.id);
  const [mapping, setMapping] = useState(() => mappingOf(hold, 'target'));
  const [dateOrder, setDateOrder] = useState<'dmy' | 'mdy' | undefined>(undefined);
  const columns = hold.columns.map(({ name }) => name);
  const suggestions = mappingOf(hold, 'suggestion');
  const problem = mappingProblem(columns, mapping);
  const isOpen = problem !== undefined || (hold.dates !== null && dateOrder === undefined);
  const go = () =>
    answer.mutate(
      { mapping: { ...mapping }, ...(dateOrder && { dateOrder }) },
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
        onMap={(column, target) => setMapping({ ...mapping, [column]: target })}
      />
      <MappingSummary columns={columns} mapping={mapping} />
      <MappingNotice
        problem={problem}
        columns={columns}
        mapping={mapping}
        suggestions={suggestions}
        refusals={hold.columns.filter((one) => one.mayStateRefusal).map(({ name }) => name)}
        onMapping={setMapping}
      />
      <Flex justify="flex-end" px="4" py="3" borderTopWidth="1px">
        <Button variant="primary" icon={ArrowRight} onClick={go} disabled={isOpen} pending={answer.isPending}>
          {t('hold.go')}
        </Button>
      </Flex>
    </Card>
  );
}
