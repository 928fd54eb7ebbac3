import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../client/download.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { toCsv } from '../../../../ui/data-table/csv.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { allIndividuals } from '../../api/export-individuals.ts';
import type { IndividualsQuery } from '../../api/individuals.ts';

interface Progress {
  done: number;
  total: number;
}

/** Writes the whole filtered set as CSV, page after page; a long one can be watched and stopped. */
export function useExport(columns: readonly Column<Individual>[], query: IndividualsQuery) {
  const { t } = useTranslation('individuals');
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function startExport(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    try {
      const report = (done: number, total: number | undefined) => setProgress({ done, total: total ?? done });
      const rows = await allIndividuals(query, report, controller.signal);
      saveFile(new Blob([toCsv(columns, rows)], { type: 'text/csv' }), 'individuals.csv');
      notify.success(t('export.done', { count: rows.length }));
    } catch (error) {
      if (!controller.signal.aborted) notify.error(t('error'), messageOf(error, t('export.failed')));
    }
    if (running.current === controller) setProgress(null);
  }

  function stop(): void {
    running.current?.abort();
    setProgress(null);
  }

  const exportDialog = (
    <Dialog
      isOpen={progress !== null}
      onClose={stop}
      title={t('export.title')}
      description={t('export.text')}
      footer={<Button onClick={stop}>{t('export.stop')}</Button>}
    >
      <ProgressBar label={t('export.rows')} done={progress?.done ?? 0} total={progress?.total ?? 0} />
    </Dialog>
  );
  return { startExport, exportDialog };
}
