import { Box, Flex, Text } from '@chakra-ui/react';
import type { Approval } from '@pii-vault/contract/approvals/approvals-schema';
import { UserCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useApprovals, useDecideApproval } from '../queries.ts';

const PAGE = 50;

interface Asked {
  approval: Approval;
  isApproved: boolean;
}

/** Requests of the company that the user may see. Those of other users have Approve and Refuse. */
export function ApprovalList({ companyId }: { companyId: number }) {
  const { t } = useTranslation('approvals');
  const { get, set } = useUrlState();
  const { cursor } = useCursor();
  const { data, error, refetch, dataUpdatedAt } = useApprovals({ companyId, cursor });
  const [asked, setAsked] = useState<Asked | null>(null);
  const pager = usePager(data, PAGE);
  const columns = useApprovalColumns();
  return (
    <Card flush>
      <DataTable
        id="approvals"
        title={t('list')}
        label={t('list')}
        columns={columns}
        rows={data?.rows}
        rowKey={({ id }) => String(id)}
        selectedKey={get('request')}
        error={error}
        onRetry={refetch}
        updatedAt={dataUpdatedAt}
        actions={(approval) =>
          approval.mayDecide ? (
            <Flex gap="1" justify="flex-end">
              <Button size="sm" onClick={() => setAsked({ approval, isApproved: true })}>
                {t('approve.open')}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                color="error"
                onClick={() => setAsked({ approval, isApproved: false })}
              >
                {t('refuse.open')}
              </Button>
            </Flex>
          ) : approval.isDependent ? (
            <Text textStyle="small" color="ink.2">
              {t('dependent')}
            </Text>
          ) : null
        }
        pager={pager}
        empty={
          <EmptyState
            icon={UserCheck}
            title={t('empty')}
            hint={t('emptyHint')}
            action={<Button onClick={() => set({ new: '1' }, { push: true })}>{t('request.open')}</Button>}
          />
        }
      />
      <DecisionDialog asked={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}

function DecisionDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const decide = useDecideApproval();
  const name = asked?.isApproved === false ? 'refuse' : 'approve';
  const approval = asked?.approval;
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      onClose={onClose}
      title={t(`${name}.title`)}
      description={t(`${name}.text.${approval?.kind ?? 'reveal'}`, {
        who: approval?.requestedByName ?? approval?.requestedBy,
        n: format.number(approval?.people ?? 0),
        purpose: approval && purposeName(approval.purpose),
        reason: approval?.reason ?? t('withheld'),
      })}
      confirmLabel={t(`${name}.confirm`)}
      isDanger={name === 'refuse'}
      pending={decide.isPending}
      onConfirm={() =>
        asked &&
        decide.mutate(
          { id: asked.approval.id, isApproved: asked.isApproved },
          {
            onSuccess: () => notify.success(t(`${name}.done`)),
            onError: (problem) =>
              notify.error(t('error'), messageOf(problem, t('failed')), { error: problem }),
            onSettled: onClose,
          },
        )
      }
    />
  );
}

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'warning',
  approved: 'success',
  refused: 'error',
  expired: 'neutral',
  used: 'neutral',
};

/** Shown instead of a reason that the user may not read. */
function Withheld() {
  const { t } = useTranslation('approvals');
  return <Muted>{t('withheld')}</Muted>;
}

function useApprovalColumns(): readonly Column<Approval>[] {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  return useMemo(() => {
    const who = (approval: Approval) => approval.requestedByName ?? t('user', { id: approval.requestedBy });
    const people = ({ people: asked, used }: Approval) =>
      t('people', { used: format.number(used), n: format.number(asked) });
    return [
      {
        id: 'requester',
        header: t('column.requester'),
        isFixed: true,
        list: 'title',
        value: who,
        cell: (approval) => (
          <Strong>
            {who(approval)}
            {approval.clientId === null ? null : (
              <Box as="span" color="ink.2" ms="2">
                <Mono>{approval.clientId}</Mono>
              </Box>
            )}
          </Strong>
        ),
      },
      {
        id: 'kind',
        header: t('column.kind'),
        value: ({ kind }) => t(`kind.${kind}`),
        cell: ({ kind }) => t(`kind.${kind}`),
      },
      {
        id: 'purpose',
        header: t('column.purpose'),
        value: ({ purpose }) => purpose,
        cell: ({ purpose }) => purposeName(purpose),
      },
      { id: 'people', header: t('column.people'), align: 'end', value: ({ people: n }) => n, cell: people },
      {
        id: 'reason',
        header: t('column.reason'),
        value: ({ reason }) => reason,
        cell: ({ reason }) => reason ?? <Withheld />,
      },
      {
        id: 'status',
        header: t('column.status'),
        list: 'end',
        value: ({ status }) => t(`status.${status}`),
        cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>,
      },
      {
        id: 'decided',
        header: t('column.decided'),
        list: 'none',
        value: ({ decidedByName, decidedBy }) => decidedByName ?? decidedBy,
        cell: ({ decidedByName, decidedBy }) =>
          decidedByName ?? (decidedBy === null ? '–' : t('user', { id: decidedBy })),
      },
      {
        id: 'expires',
        header: t('column.expires'),
        list: 'none',
        value: ({ expiresAt }) => expiresAt,
        cell: ({ expiresAt, status }) =>
          status === 'pending' || status === 'approved' ? format.dateTime(expiresAt) : '–',
      },
    ];
  }, [t, format]);
}
