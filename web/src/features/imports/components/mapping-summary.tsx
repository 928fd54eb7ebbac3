import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { columnsOf } from '../rules/column-mapping.ts';
import type { Mapping } from '../rules/column-targets.ts';

/** What the mapping does that the heads do not say: which columns are joined, and which are not stored at all. */
export function MappingSummary({ columns, mapping }: { columns: readonly string[]; mapping: Mapping }) {
  const { t } = useTranslation('imports');
  const joined = (['name', 'address'] as const).map((target) => ({
    target,
    parts: columnsOf(columns, mapping, target),
  }));
  const ignored = columnsOf(columns, mapping, 'ignore');
  const lines = [
    ...joined
      .filter(({ parts }) => parts.length > 1)
      .map(({ target, parts }) =>
        t('mapping.joined', { target: t(`target.${target}`), columns: parts.join(' + ') }),
      ),
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
