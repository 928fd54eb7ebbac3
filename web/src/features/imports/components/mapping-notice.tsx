import { Box, Flex } from '@chakra-ui/react';
import { type ColumnMapping, targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { completed, type MappingProblem } from '../rules/column-mapping.ts';
import { useTargetName } from './use-target-name.ts';

interface MappingNoticeProps {
  problem: MappingProblem | undefined;
  columns: readonly string[];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  /** Columns that may say who refused consent: each is decided by itself. */
  refusals: readonly string[];
  onMapping: (mapping: ColumnMapping) => void;
}

/** What still stands in the way of an import, and for unmapped columns the two short ways out. */
export function MappingNotice(props: MappingNoticeProps) {
  const { problem, columns, mapping, suggestions, refusals, onMapping } = props;
  const { t } = useTranslation('imports');
  const nameOf = useTargetName();
  if (!problem) return null;
  if (problem.key !== 'open') {
    return (
      <Box role="alert" color="error" px="4" py="3" borderTopWidth="1px">
        {problem.key === 'twice'
          ? t('mapping.twice', { target: nameOf(problem.target) })
          : t('mapping.noField')}
      </Box>
    );
  }
  const suggestionOf = (column: string) => targetIn(suggestions, column);
  const asked = problem.columns.filter((column) => refusals.includes(column));
  const leftOut = (column: string) => (refusals.includes(column) ? undefined : 'ignore');
  const hasSuggestion = problem.columns.some((column) => suggestionOf(column) !== undefined);
  return (
    <Flex
      role="status"
      px="4"
      py="3"
      borderTopWidth="1px"
      bg="warning.soft"
      align="center"
      gap="2"
      wrap="wrap"
    >
      <Box flex="1" minWidth={{ base: 'full', md: '40' }} overflowWrap="break-word">
        {t('mapping.open', { count: problem.columns.length, columns: problem.columns.join(', ') })}
        {asked.length > 0 ? (
          <Box>{t('mapping.refusals', { count: asked.length, columns: asked.join(', ') })}</Box>
        ) : null}
      </Box>
      {hasSuggestion ? (
        <Button size="sm" onClick={() => onMapping(completed(columns, mapping, suggestionOf))}>
          {t('mapping.suggest')}
        </Button>
      ) : null}
      {asked.length < problem.columns.length ? (
        <Button size="sm" onClick={() => onMapping(completed(columns, mapping, leftOut))}>
          {t('mapping.leaveOut')}
        </Button>
      ) : null}
    </Flex>
  );
}
