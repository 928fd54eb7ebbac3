import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/toaster.tsx';

const EVERY_MS = 5000;

/** While a rotation runs and at its end the keys are fetched again; the end is announced. */
export function useRotationEffects(rotations: readonly ListedRotation[] | undefined): void {
  const { t } = useTranslation('encryption-keys');
  const queryClient = useQueryClient();
  const before = useRef<ReadonlySet<number>>(new Set());
  const running = rotations?.filter(({ status }) => status === 'running') ?? [];
  const isRunning = running.length > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: ['/encryption-keys'] }),
      EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [isRunning, queryClient]);

  useEffect(() => {
    if (rotations === undefined) return;
    const ended = rotations.filter(({ id, status }) => status !== 'running' && before.current.has(id));
    before.current = new Set(rotations.filter(({ status }) => status === 'running').map(({ id }) => id));
    if (ended.length === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['/encryption-keys'] });
    // The toaster draws synchronously, which an effect may not.
    queueMicrotask(() => {
      for (const { status, keyType, company } of ended) {
        const what = t('rotation.of', { type: t(`keyType.${keyType}`), company: company.name });
        if (status === 'done') notify.success(t('rotation.ended'), what);
        else notify.error(t('rotation.stopped'), what);
      }
    });
  }, [rotations, queryClient, t]);
}
