import { Box } from '@chakra-ui/react';
import type { ImportHold } from '@pii-vault/contract/imports/imports-schema';
import { type ColumnMapping, targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { BodyCell, BodyRow, HeadCell, Table } from '../../../ui/data-table/table-parts.ts';
import { Mono } from '../../../ui/mono.tsx';
import { TargetSelect } from './target-select.tsx';

interface HeldColumnsProps {
  columns: ImportHold['columns'];
  mapping: ColumnMapping;
  suggestions: ColumnMapping;
  purposes: readonly string[];
  onMap: (column: string, target: ColumnTarget) => void;
}

/** The columns of a held file, those to be decided first, with their first values (masked by the server). */
export function HeldColumns({ columns, mapping, suggestions, purposes, onMap }: HeldColumnsProps) {
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
