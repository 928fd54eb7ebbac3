import { Box, Flex } from '@chakra-ui/react';
import { Columns3, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Menu, MenuChecks } from '../menu.tsx';
import type { Column } from './column.ts';
import type { ColumnChoice } from './column-choice.ts';

interface TableToolbarProps<Row> {
  title: string | undefined;
  /** Search and filters. */
  children?: ReactNode;
  tools: ReactNode;
  isExporting: boolean;
  columns: readonly Column<Row>[];
  isShown: ColumnChoice['isShown'];
  onToggle: (id: string) => void;
  onExport: (() => void) | undefined;
  hasColumnChoice: boolean;
  /** Shown in a layout without column headers. */
  sorting: ReactNode;
}

/** Search and filters on the left, column choice and export on the right. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { t } = useTranslation('ui');
  const choices = props.columns.filter((column) => !column.isFixed);
  const shown = choices.filter(props.isShown).map((column) => column.id);
  return (
    <Flex align="center" gap="2" px="3" py="2.5" minHeight="14" wrap="wrap" data-print="hide">
      {props.title ? (
        <Box as="h2" textStyle="card" me="2">
          {props.title}
        </Box>
      ) : null}
      {props.children}
      <Flex ms="auto" gap="1" wrap="wrap">
        {props.tools}
        {props.sorting}
        {props.hasColumnChoice ? (
          <Menu
            trigger={
              <Button variant="ghost">
                <Icon as={Columns3} />
                {t('table.columns')}
              </Button>
            }
          >
            <MenuChecks
              options={choices.map((column) => ({ value: column.id, label: column.header }))}
              values={shown}
              onToggle={props.onToggle}
            />
          </Menu>
        ) : null}
        {props.onExport ? (
          <Button variant="ghost" icon={Download} pending={props.isExporting} onClick={props.onExport}>
            {t('table.export')}
          </Button>
        ) : null}
      </Flex>
    </Flex>
  );
}
