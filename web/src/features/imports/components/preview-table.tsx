import { Box, Flex } from '@chakra-ui/react';
import { type ColumnMapping, targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import { type ColumnTarget, isFieldTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maskValue } from '../../../pii/mask-value.ts';
import { Button } from '../../../ui/button.tsx';
import { BodyCell, BodyRow, HeadCell, Table } from '../../../ui/data-table/table-parts.ts';
import { Mono } from '../../../ui/mono.tsx';
import type { FileHead } from '../rules/file-head.ts';
import { TargetSelect } from './target-select.tsx';

interface PreviewTableProps {
  head: FileHead;
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  purposes: readonly string[];
  onMap: (column: string, target: ColumnTarget) => void;
}

/** The first ten rows below the column mapping; masked unless the toggle is on. */
export function PreviewTable({ head, mapping, suggestions, purposes, onMap }: PreviewTableProps) {
  const { t } = useTranslation('imports');
  const [isShown, setShown] = useState(false);
  const fieldOf = (column: string) => {
    const target = targetIn(mapping, column);
    return target !== undefined && isFieldTarget(target) ? target : undefined;
  };
  return (
    <>
      <Flex align="center" gap="2" px="4" py="2.5" wrap="wrap">
        <Box flex="1" minWidth="0" color="ink.2">
          {t('mapping.hint', { count: head.rows.length })}
        </Box>
        <Button
          size="sm"
          variant="ghost"
          icon={isShown ? EyeOff : Eye}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'mapping.mask' : 'mapping.show')}
        </Button>
      </Flex>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('mapping.preview')}>
        <Table aria-label={t('mapping.preview')}>
          <PreviewHead
            columns={head.columns}
            mapping={mapping}
            suggestions={suggestions}
            purposes={purposes}
            onMap={onMap}
          />
          <tbody>
            {head.rows.map((row) => (
              <BodyRow key={row.number}>
                <BodyCell data-align="end" color="ink.2">
                  {row.number}
                </BodyCell>
                {head.columns.map((column, index) => (
                  <BodyCell
                    key={column}
                    maxWidth="60"
                    overflow="hidden"
                    textOverflow="ellipsis"
                    color={targetIn(mapping, column) === 'ignore' ? 'ink.3' : 'ink'}
                  >
                    {isShown ? (
                      row.cells[index]
                    ) : (
                      <Mono>{maskValue(fieldOf(column), row.cells[index] ?? '')}</Mono>
                    )}
                  </BodyCell>
                ))}
              </BodyRow>
            ))}
          </tbody>
        </Table>
      </Box>
    </>
  );
}

interface PreviewHeadProps {
  columns: readonly string[];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  purposes: readonly string[];
  onMap: (column: string, target: ColumnTarget) => void;
}

/** Each column's name above its target. */
function PreviewHead({ columns, mapping, suggestions, purposes, onMap }: PreviewHeadProps) {
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
