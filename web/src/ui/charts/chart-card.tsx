import { Box } from '@chakra-ui/react';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../card.tsx';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { useCsvExport } from '../data-table/use-csv-export.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { IconButton } from '../icon-button.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Legend, type Series } from './legend.tsx';

interface ChartCardProps<Row> {
  /** Id of the table and its file, such as login-timeline. */
  id: string;
  title: string;
  /** What the chart shows, in one sentence; not shown while it is empty. */
  summary?: string;
  /** What is counted, in which unit and time zone. */
  note?: string;
  legend?: readonly Series[];
  /** The same figures as rows; undefined while they load. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Whether there are rows, but nothing to draw. */
  isEmpty: boolean;
  empty: string;
  emptyAction?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  /** Controls for the figures, such as their range. */
  choice?: ReactNode;
  /** The plot, in CSS px of its container. */
  children: (width: number) => ReactNode;
}

/** A chart with the same figures as a sortable table and a file. */
export function ChartCard<Row>(props: ChartCardProps<Row>) {
  const { t } = useTranslation('charts');
  const [isTable, setTable] = useState(false);
  const { id, title, rows, columns, isEmpty } = props;
  const { startExport, exportDialog, isExporting } = useCsvExport({
    columns,
    fileName: `${id}.csv`,
    text: t('exportText'),
    load: async () => rows ?? [],
  });
  const hasContent = rows !== undefined && !isEmpty;
  return (
    <Card
      title={title}
      flush={isTable && hasContent}
      actions={
        <>
          {props.choice}
          {hasContent ? (
            <IconButton
              size="sm"
              icon={isTable ? ChartColumn : Table2}
              label={`${title}: ${t(isTable ? 'asChart' : 'asTable')}`}
              onClick={() => setTable(!isTable)}
            />
          ) : (
            // Keeps the height of the header.
            <Box height="controlSm" />
          )}
        </>
      }
    >
      {isTable && hasContent ? (
        <DataTable
          id={id}
          label={title}
          columns={columns}
          rows={rows}
          rowKey={props.rowKey}
          hasColumnChoice={false}
          onExport={startExport}
          isExporting={isExporting}
          empty={null}
        />
      ) : (
        <Picture {...props} />
      )}
      {exportDialog}
    </Card>
  );
}

function Picture<Row>(props: ChartCardProps<Row>) {
  const { ref, width } = useWidth();
  const { rows, error, onRetry, isEmpty, summary, note, legend } = props;
  if (rows === undefined && error) return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />;
  if (rows !== undefined && isEmpty)
    return <EmptyState icon={ChartColumn} title={props.empty} action={props.emptyAction} />;
  return (
    <Box ref={ref} minWidth="0">
      {summary && rows !== undefined ? <Box mb="1">{summary}</Box> : null}
      {note ? (
        <Box textStyle="small" color="ink.2" mb="2">
          {note}
        </Box>
      ) : null}
      {legend ? (
        <Box mb="2">
          <Legend series={legend} />
        </Box>
      ) : null}
      {rows === undefined ? (
        <Skeleton display="block" width="full" height="60" mb="8" />
      ) : (
        props.children(width)
      )}
    </Box>
  );
}

/** Width before the first layout, and in tests without layout. */
const FALLBACK_PX = 640;

/** Current width of an element in CSS px: a chart fits its container, not the window. Pass `ref` to the element. */
function useWidth(): { ref: (element: HTMLElement | null) => void; width: number } {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(FALLBACK_PX);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth) || FALLBACK_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, width };
}
