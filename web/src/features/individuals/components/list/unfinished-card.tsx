import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { saveOutcomes } from '../../rules/save-outcomes.ts';
import { remainingOf, useKeepRun, useUnfinishedRun } from '../../rules/unfinished-run.ts';

interface UnfinishedCardProps {
  companyId: number;
  onSelect: (people: readonly number[]) => void;
  /** An act is open and shows its own progress. */
  isActing: boolean;
}

/** An act on several people that a reload or a stop ended: what is done, and the rest to be taken up again. */
export function UnfinishedCard({ companyId, onSelect, isActing }: UnfinishedCardProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const run = useUnfinishedRun(companyId);
  const keep = useKeepRun(companyId);
  if (run === undefined || isActing) return null;
  const rest = remainingOf(run);
  return (
    <Flex
      role="status"
      gap="2"
      px="3"
      py="2"
      mb="2"
      wrap="wrap"
      align="center"
      bg="warning.soft"
      borderRadius="control"
      data-print="hide"
    >
      <Box flex="1" minWidth="search">
        {t('unfinished.text', {
          act: t(`unfinished.${run.kind}`),
          done: format.number(run.outcomes.length),
          total: format.number(run.people.length),
        })}
      </Box>
      <Button size="sm" variant="primary" onClick={() => onSelect(rest)}>
        {t('unfinished.select', { count: rest.length, n: format.number(rest.length) })}
      </Button>
      {run.outcomes.length > 0 ? (
        <Button size="sm" onClick={() => saveOutcomes(run.outcomes)}>
          {t('bulk.save')}
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onClick={() => keep(null)}>
        {t('unfinished.forget')}
      </Button>
    </Flex>
  );
}
