import type { DownloadedFile } from '@pii-vault/contract/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../client/download.ts';
import { messageOf } from '../../client/message-of.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { notify } from '../notify.tsx';
import { ProgressBar } from '../progress-bar.tsx';

/** Rows so far, and the total where it is known. */
export type Report = (done: number, total: number | undefined) => void;

/**
 * Saves a whole filtered list as a file; a long export can be cancelled. Render `exportDialog`.
 * `text` describes the content if it is not the list.
 */
export function useFileExport(
  load: (signal: AbortSignal, report: Report) => Promise<DownloadedFile>,
  text?: string,
) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const [isExporting, setExporting] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  function end(): void {
    setExporting(false);
    setProgress(null);
  }

  async function startExport(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setExporting(true);
    try {
      const report: Report = (done, total = 0) => setProgress({ done, total });
      const { content, fileName } = await load(controller.signal, report);
      saveFile(content, fileName);
      notify.success(t('export.done', { name: fileName }));
    } catch (error) {
      if (!controller.signal.aborted)
        notify.error(t('export.error'), messageOf(error, t('export.failed')), { error: error });
    }
    if (running.current === controller) end();
  }

  function stop(): void {
    running.current?.abort();
    end();
  }

  const exportDialog = (
    <Dialog
      isOpen={isExporting}
      onClose={stop}
      title={t('export.title')}
      description={text ?? t('export.text')}
      footer={<Button onClick={stop}>{t('export.stop')}</Button>}
    >
      {progress === null ? null : (
        <ProgressBar label={`${t('export.rows')}: ${format.number(progress.done)}`} {...progress} />
      )}
    </Dialog>
  );
  return { startExport, exportDialog, isExporting };
}
