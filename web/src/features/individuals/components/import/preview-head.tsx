import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { HeadCell } from '../../../../ui/data-table/table-parts.ts';
import { Select } from '../../../../ui/select.tsx';
import { type ColumnTarget, columnTargets, type Mapping } from '../../rules/column-mapping.ts';

interface PreviewHeadProps {
  columns: readonly string[];
  mapping: Mapping;
  onMap: (column: string, target: ColumnTarget) => void;
}

/** Each column's own name above what it will be read as. */
export function PreviewHead({ columns, mapping, onMap }: PreviewHeadProps) {
  const { t } = useTranslation('individuals');
  const options = columnTargets.map((value) => ({ value, label: t(`target.${value}`) }));
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
            <Box minWidth="36">
              <Select
                aria-label={t('mapping.target', { column })}
                value={mapping[column] ?? 'ignore'}
                options={options}
                data-mapped={mapping[column] === 'ignore' ? undefined : ''}
                color={mapping[column] === 'ignore' ? 'ink.2' : 'accent.text'}
                onChange={(event) => {
                  const target = columnTargets.find((one) => one === event.target.value);
                  if (target) onMap(column, target);
                }}
              />
            </Box>
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}
