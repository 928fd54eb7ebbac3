import type { AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useCan } from '../../../session/use-session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { NextAction, NextOf, RegisterPage, RegisterTable } from '../components/register-screen.tsx';
import { useAccessReviews, useStartReview } from '../queries.ts';

/** Access reviews: past reviews of who may enter the company, the open one, and whether the next one is due. */
export function AccessReviewsPage() {
  return (
    <RegisterPage noun="accessReviews" manage="compliance:manage">
      {(company) => <AccessReviews company={company} />}
    </RegisterPage>
  );
}

const addressOf = ({ id, companyId }: Pick<AccessReview, 'id' | 'companyId'>) =>
  `/access-reviews/${id}?company=${companyId}`;

function AccessReviews({ company }: { company: Company }) {
  const can = useCan();
  const navigate = useNavigate();
  const { cursor } = useCursor();
  const page = useAccessReviews(company.id, cursor);
  const columns = useReviewColumns();
  const open = page.data?.rows.find(({ status }) => status === 'open');
  return (
    <>
      {cursor === undefined ? (
        <NextOf page={page} hasEmpty>
          {(rows) => <NextReview open={open} last={rows.find(({ status }) => status === 'finished')} />}
        </NextOf>
      ) : null}
      <RegisterTable
        noun="accessReviews"
        icon={ClipboardCheck}
        columns={columns}
        rowKey={({ id }) => String(id)}
        page={page}
        mayAdd={can('compliance:manage')}
        onSelect={can('users:manage') ? (review) => navigate(addressOf(review)) : null}
      />
      <StartReviewDialog companyId={company.id} open={open} />
    </>
  );
}

interface NextReviewProps {
  open: AccessReview | undefined;
  /** The last one that was finished. */
  last: AccessReview | undefined;
}

function NextReview({ open, last }: NextReviewProps) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const navigate = useNavigate();
  const { set } = useUrlState();
  const mayReview = can('compliance:manage') && can('users:manage');
  if (open !== undefined) {
    const { decided, lines } = open;
    const text = t('accessReviews.isOpen', {
      ...{ at: format.date(open.startedAt), decided: format.number(decided), lines: format.number(lines) },
    });
    return (
      <NextAction
        tone="warning"
        text={text}
        {...(mayReview ? { label: t('accessReviews.continue'), onAct: () => navigate(addressOf(open)) } : {})}
      />
    );
  }
  const isDue = isReviewDue(last?.reviewedAt, Date.now());
  const at = last?.reviewedAt ? format.date(last.reviewedAt) : '';
  const text = last === undefined ? 'never' : isDue ? 'due' : 'fresh';
  return (
    <NextAction
      tone={isDue ? 'warning' : 'success'}
      text={t(`accessReviews.${text}`, { at })}
      {...(isDue && mayReview
        ? { label: t('accessReviews.new'), onAct: () => set({ new: '1' }, { push: true }) }
        : {})}
    />
  );
}

const tones: Readonly<Record<AccessReview['status'], Tone>> = {
  open: 'warning',
  finished: 'success',
  discarded: 'neutral',
  recorded: 'neutral',
};

function useReviewColumns(): readonly Column<AccessReview>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  return [
    {
      id: 'startedAt',
      header: t('accessReviews.startedAt'),
      isFixed: true,
      list: 'title',
      value: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => format.dateTime(startedAt),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: ({ status }) => status,
      cell: ({ status }) => (
        <StatusBadge tone={tones[status]}>{t(`accessReviews.status.${status}`)}</StatusBadge>
      ),
    },
    {
      id: 'decided',
      header: t('accessReviews.decided'),
      list: 'note',
      value: ({ decided }) => decided,
      cell: ({ status, decided, lines, revoked }) =>
        status === 'recorded'
          ? t('accessReviews.noLines')
          : t('accessReviews.progress', {
              ...{ decided: format.number(decided), lines: format.number(lines) },
              revoked: format.number(revoked),
            }),
    },
    {
      id: 'reviewedBy',
      header: t('accessReviews.reviewedBy'),
      list: 'note',
      value: ({ reviewedBy, reviewedByName }) => reviewedByName ?? reviewedBy,
      cell: ({ reviewedBy, reviewedByName }) =>
        reviewedBy === null ? '–' : (reviewedByName ?? t('accessReviews.user', { id: reviewedBy })),
    },
    {
      id: 'reviewedAt',
      header: t('accessReviews.reviewedAt'),
      list: 'none',
      value: ({ reviewedAt }) => reviewedAt,
      cell: ({ reviewedAt }) => <RelativeTime at={reviewedAt} />,
    },
  ];
}

/** Days after which the compliance check DPDP-SEC-B1 requires another review. */
const REVIEW_EVERY_DAYS = 90;

/** Whether the next review is due; true if there was none. */
function isReviewDue(reviewedAt: string | null | undefined, nowMs: number): boolean {
  if (!reviewedAt) return true;
  return nowMs - new Date(reviewedAt).getTime() > REVIEW_EVERY_DAYS * 86_400_000;
}

/** `?new=1`: starts a review, or replaces the open one. */
function StartReviewDialog({ companyId, open }: { companyId: number; open: AccessReview | undefined }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const navigate = useNavigate();
  const { get, set } = useUrlState();
  const start = useStartReview();
  const close = () => set({ new: null });
  if (!get('new')) return null;
  const confirm = () =>
    start.mutate(
      { companyId, startOver: open !== undefined },
      {
        onSuccess: (review) => navigate(addressOf(review), { replace: true }),
        onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
      },
    );
  const texts =
    open === undefined
      ? { title: 'start', description: 'startText', label: 'new' }
      : { title: 'startOver', description: 'startOverText', label: 'startOverConfirm' };
  return (
    <DialogGate permission="users:manage" onClose={close}>
      <ConfirmDialog
        isOpen
        onClose={close}
        title={t(`accessReviews.${texts.title}`)}
        description={t(`accessReviews.${texts.description}`, {
          count: open?.decided ?? 0,
          n: format.number(open?.decided ?? 0),
        })}
        confirmLabel={t(`accessReviews.${texts.label}`)}
        isDanger={open !== undefined}
        pending={start.isPending}
        onConfirm={confirm}
      />
    </DialogGate>
  );
}
