import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';
import { notify } from '../../../ui/toaster.tsx';
import { isUnderWay } from '../rules/import-status.ts';

const EVERY_MS = 5000;

/** Fetches the lists that an import changes while it runs and at its end, and announces the end. */
export function useImportEffects(one: Import | undefined): void {
  const { t } = useTranslation('imports');
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  const wasRunning = useRef(false);
  const isRunning = one !== undefined && isUnderWay(one);
  const status = one?.status;

  useEffect(() => {
    if (!isRunning) return;
    wasRunning.current = true;
    const timer = setInterval(() => void invalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, invalidate]);

  useEffect(() => {
    if (isRunning || status === undefined) return;
    // A small file may have ended before it was looked at for the first time.
    void invalidate();
    void queryClient.invalidateQueries({ queryKey: ['/imports'] });
    if (!wasRunning.current) return;
    wasRunning.current = false;
    // The toaster draws synchronously, which an effect may not.
    queueMicrotask(() => {
      if (status === 'done') notify.success(t('import.ended'));
      if (status === 'failed') notify.error(t('import.brokeOff'));
    });
  }, [isRunning, status, invalidate, queryClient, t]);
}
