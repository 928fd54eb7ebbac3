import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../client/download.ts';
import { messageOf } from '../../client/message-of.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { notify } from '../toaster.tsx';
import type { Column } from './column.ts';
import { toCsv } from './csv.ts';

interface CsvExport<Row> {
  columns: readonly Column<Row>[];
  /** With its ending. */
  fileName: string;
  /** Every row of the filtered set; reports the rows so far and the total where it is known. */
  load: (
    report: (done: number, total: number | undefined) => void,
    signal: AbortSignal,
  ) => Promise<readonly Row[]>;
}

/** Writes a whole filtered list as CSV; a long one can be watched and stopped. Render `exportDialog` somewhere. */
export function useCsvExport<Row>({ columns, fileName, load }: CsvExport<Row>) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function startExport(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    try {
      const report = (done: number, total: number | undefined) => setProgress({ done, total: total ?? 0 });
      const rows = await load(report, controller.signal);
      saveFile(new Blob([toCsv(columns, rows)], { type: 'text/csv' }), fileName);
      notify.success(t('export.done', { n: format.number(rows.length) }));
    } catch (error) {
      if (!controller.signal.aborted) notify.error(t('export.error'), messageOf(error, t('export.failed')));
    }
    if (running.current === controller) setProgress(null);
  }

  function stop(): void {
    running.current?.abort();
    setProgress(null);
  }

  const done = progress?.done ?? 0;
  const exportDialog = (
    <Dialog
      isOpen={progress !== null}
      onClose={stop}
      title={t('export.title')}
      description={t('export.text')}
      footer={<Button onClick={stop}>{t('export.stop')}</Button>}
    >
      <ProgressBar
        label={`${t('export.rows')}: ${format.number(done)}`}
        done={done}
        total={progress?.total ?? 0}
      />
    </Dialog>
  );
  return { startExport, exportDialog, isExporting: progress !== null };
}
