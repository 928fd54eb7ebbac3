import { Box, Flex } from '@chakra-ui/react';
import {
  type ColumnMapping,
  columnsOf,
  targetIn,
} from '@pii-vault/platform/values/import-columns/column-plan';
import { CONSENT_TARGETS, consentTargetOf } from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { Button } from '../../../ui/button.tsx';
import { completed, type MappingProblem } from '../rules/column-mapping.ts';
import { useTargetName } from './target-select.tsx';

interface MappingNoticeProps {
  problem: MappingProblem | undefined;
  columns: readonly string[];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  /** Columns that may state a refusal of consent: 'Leave out' must not decide them all at once. */
  refusals: readonly string[];
  onMapping: (mapping: ColumnMapping) => void;
}

/** Why the import cannot start yet. For unmapped columns: buttons to apply the suggestions or to leave them out. */
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

/** Effects of the mapping that the column heads do not show: joined columns, consent columns, ignored columns. */
export function MappingSummary({ columns, mapping }: { columns: readonly string[]; mapping: ColumnMapping }) {
  const { t } = useTranslation('imports');
  const plan = { columns, targets: mapping };
  const joined = (['name', 'address'] as const).map((target) => ({
    target,
    parts: columnsOf(plan, target),
  }));
  const ignored = columnsOf(plan, 'ignore');
  const lines = [
    ...joined
      .filter(({ parts }) => parts.length > 1)
      .map(({ target, parts }) =>
        t('mapping.joined', { target: t(`target.${target}`), columns: parts.join(' + ') }),
      ),
    ...CONSENT_TARGETS.flatMap((target) => {
      const named = columnsOf(plan, target).join(', ');
      return named === '' ? [] : [t(`mapping.${target}`, { columns: named })];
    }),
    ...columns.flatMap((column) => {
      const { target, purpose } = consentTargetOf(targetIn(mapping, column) ?? '') ?? {};
      if (target === undefined || purpose === undefined) return [];
      return [t(`mapping.onlyFor.${target}`, { column, purpose: purposeName(purpose) })];
    }),
    ...(ignored.length > 0 ? [t('mapping.ignored', { columns: ignored.join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Box px="4" py="3" borderTopWidth="1px" color="ink.2">
      {lines.map((line) => (
        <Box key={line}>{line}</Box>
      ))}
    </Box>
  );
}

/** Number of lines above the header row of a CSV, which are skipped. */
export function TitleLines({ count }: { count: number }) {
  const { t } = useTranslation('imports');
  if (count === 0) return null;
  return (
    <Box role="status" px="4" py="3" borderBottomWidth="1px" bg="warning.soft">
      {t('file.titleLines', { count })}
    </Box>
  );
}
