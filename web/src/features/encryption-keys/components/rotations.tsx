import { Box } from '@chakra-ui/react';
import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Progress of the running rotations. They continue when the page is closed. */
export function RunningRotations({ rotations }: { rotations: readonly ListedRotation[] }) {
  const { t } = useTranslation('encryption-keys');
  const open = rotations.filter(({ status }) => status !== 'done');
  if (open.length === 0) return null;
  return (
    <Card title={t('rotation.running')} mb="4">
      <Box display="grid" gap="5">
        {open.map((one) => (
          <Box key={one.id}>
            <ProgressBar
              label={t('rotation.ofVersion', {
                type: t(`keyType.${one.keyType}`),
                company: one.company.name,
                version: one.toVersion,
              })}
              done={one.rewrapped}
              total={one.total}
              perSecond={isMoving(one) ? one.perSecond : undefined}
              unit={t(`unit.${one.keyType}`)}
              tone={one.status === 'blocked' ? 'error' : 'accent'}
            />
            <Box color="ink.2" textStyle="small" mt="1.5">
              {t(`rotation.${phaseOf(one)}`)}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

const isMoving = ({ status, rewrapped, total, perSecond }: ListedRotation) =>
  status === 'running' && rewrapped < total && perSecond > 0;

type Phase = 'blocked' | 'counting' | 'moving' | 'settling';

/** settling: all rows have moved; the old version expires once no process can use it any more. */
function phaseOf({ status, rewrapped, total }: ListedRotation): Phase {
  if (status === 'blocked') return 'blocked';
  if (total === 0) return 'counting';
  return rewrapped < total ? 'moving' : 'settling';
}

interface RotationHistoryProps {
  rotations: readonly ListedRotation[] | undefined;
  error: unknown;
  onRetry: () => void;
  updatedAt: number;
}

const tones = { running: 'accent', blocked: 'error', done: 'success' } as const;

/** The latest rotations, manual and scheduled. */
export function RotationHistory({ rotations, ...rest }: RotationHistoryProps) {
  const { t } = useTranslation('encryption-keys');
  return (
    <Card flush mt="4">
      <DataTable
        id="key-rotations"
        title={t('history.title')}
        label={t('history.title')}
        columns={useRotationColumns()}
        rows={rotations}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState icon={RotateCw} title={t('history.empty')} hint={t('history.emptyHint')} />}
        {...rest}
      />
    </Card>
  );
}

function useRotationColumns(): readonly Column<ListedRotation>[] {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const what = ({ keyType, toVersion }: ListedRotation) =>
    t('history.key', { type: t(`keyType.${keyType}`), version: toVersion });
  return [
    {
      id: 'company',
      header: t('company'),
      isFixed: true,
      list: 'title',
      value: ({ company }) => company.name,
      cell: ({ company }) => company.name,
    },
    { id: 'key', header: t('history.to'), list: 'note', value: what, cell: what },
    {
      id: 'cause',
      header: t('history.cause'),
      list: 'none',
      value: ({ cause }) => t(`history.by.${cause}`),
      cell: ({ cause }) => t(`history.by.${cause}`),
    },
    {
      id: 'moved',
      header: t('history.moved'),
      align: 'end',
      list: 'none',
      value: ({ rewrapped }) => rewrapped,
      cell: ({ rewrapped }) => format.number(rewrapped),
    },
    {
      id: 'status',
      header: t('status'),
      list: 'end',
      value: ({ status }) => t(`history.status.${status}`),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`history.status.${status}`)}</StatusBadge>,
    },
    {
      id: 'started',
      header: t('history.started'),
      list: 'note',
      value: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => format.dateTime(startedAt),
    },
    {
      id: 'finished',
      header: t('history.finished'),
      list: 'none',
      value: ({ finishedAt }) => finishedAt,
      cell: ({ finishedAt }) => (finishedAt ? format.dateTime(finishedAt) : '–'),
    },
  ];
}

const EVERY_MS = 5000;

/** Refetches the keys while a rotation runs and when it ends, and shows a toast at its end. */
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
    // The toaster renders synchronously, which is not allowed inside an effect.
    queueMicrotask(() => {
      for (const { status, keyType, company } of ended) {
        const what = t('rotation.of', { type: t(`keyType.${keyType}`), company: company.name });
        if (status === 'done') notify.success(t('rotation.ended'), what);
        else notify.error(t('rotation.stopped'), what);
      }
    });
  }, [rotations, queryClient, t]);
}
