import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import type { ColumnMapping } from '@pii-vault/platform/values/import-columns/column-plan';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import type { toConsent } from '../../../pii/consent-form.ts';
import { useKeepWarnings } from '../../../pii/consent-warnings.tsx';
import { userSignal } from '../../../session/session-store.ts';
import { notify } from '../../../ui/notify.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { uploadImport } from '../queries.ts';
import type { FileFormat } from '../rules/file-head.ts';

type UploadWish = ReturnType<typeof toConsent> & {
  file: File;
  format: FileFormat;
  mapping: ColumnMapping;
  unmapped?: 'ignore';
  onInvalid: 'reject' | 'skip-field';
  /** What to do with known people; only for a file without ids. */
  onKnown?: 'link' | 'update' | 'create';
};

/** Uploads a file, then shows its import. `sent`: bytes sent so far, null without an upload. */
export function useUpload(companyId: number) {
  const { t } = useTranslation('imports');
  const { set } = useUrlState();
  const queryClient = useQueryClient();
  const keepWarnings = useKeepWarnings();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start({ file, format, ...wish }: UploadWish): Promise<void> {
    const controller = new AbortController();
    const user = userSignal();
    running.current = controller;
    setProblem('');
    setSent(0);
    try {
      const query = { companyId, fileName: withoutDirectionMarks(file.name).slice(0, 255), ...wish };
      const accepted = await uploadImport({
        file,
        format,
        query: { ...query, mapping: { ...wish.mapping } },
        onProgress: setSent,
        signal: controller.signal,
      });
      // For a file that was already imported, the server answers with that import.
      if (accepted.status === 'done') notify.success(t('import.before'));
      await queryClient.invalidateQueries({ queryKey: ['/imports'] });
      if (user.aborted) return;
      keepWarnings('import', accepted.id, accepted.warnings, wish);
      set({ import: String(accepted.id), new: null, cursor: null }, { push: true });
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error, t('import.failed')));
    }
    setSent(null);
  }

  return { start, sent, problem, stop: () => running.current?.abort() };
}
