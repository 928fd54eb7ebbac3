import { Box } from '@chakra-ui/react';
import { type ColumnMapping, targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { HeadCell } from '../../../ui/data-table/table-parts.ts';
import { TargetSelect } from './target-select.tsx';

interface PreviewHeadProps {
  columns: readonly string[];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  purposes: readonly string[];
  onMap: (column: string, target: ColumnTarget) => void;
}

/** Each column's own name above what it will be read as. */
export function PreviewHead({ columns, mapping, suggestions, purposes, onMap }: PreviewHeadProps) {
  const { t } = useTranslation('imports');
  return (
    <thead>
      <tr>
        <HeadCell scope="col" data-align="end" verticalAlign="bottom" py="2">
          {t('mapping.row')}
        </HeadCell>
        {columns.map((column) => (
          <HeadCell key={column} scope="col" py="2">
            <Box mb="1.5" fontFamily="mono" color="ink">
              {column}
            </Box>
            <Box minWidth="44">
              <TargetSelect
                column={column}
                target={targetIn(mapping, column)}
                suggestion={targetIn(suggestions, column)}
                purposes={purposes}
                onMap={(target) => onMap(column, target)}
              />
            </Box>
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}
