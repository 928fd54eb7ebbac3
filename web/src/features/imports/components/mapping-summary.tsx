import { Box } from '@chakra-ui/react';
import {
  type ColumnMapping,
  columnsOf,
  targetIn,
} from '@pii-vault/platform/values/import-columns/column-plan';
import { CONSENT_TARGETS, consentTargetOf } from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';

/** What the mapping does that the heads do not say: which columns are joined, and which are not stored at all. */
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
      const purpose = consentTargetOf(targetIn(mapping, column) ?? '')?.purpose;
      return purpose === undefined ? [] : [t('mapping.onlyFor', { column, purpose: purposeName(purpose) })];
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
