import type { AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useCan } from '../../../session/use-session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { NextAction, NextOf, RegisterPage, RegisterTable } from '../components/register-screen.tsx';
import { useAccessReviews, useRecordReview } from '../queries.ts';

/** Access reviews: past reviews of the privileged users, and whether the next one is due. */
export function AccessReviewsPage() {
  return (
    <RegisterPage noun="accessReviews" manage="compliance:manage">
      {(company) => <AccessReviews company={company} />}
    </RegisterPage>
  );
}

function AccessReviews({ company }: { company: Company }) {
  const can = useCan();
  const { cursor } = useCursor();
  const page = useAccessReviews(company.id, cursor);
  const columns = useReviewColumns();
  return (
    <>
      {cursor === undefined ? (
        <NextOf page={page} hasEmpty>
          {([last]) => <NextReview last={last} />}
        </NextOf>
      ) : null}
      <RegisterTable
        noun="accessReviews"
        icon={ClipboardCheck}
        columns={columns}
        rowKey={({ id }) => String(id)}
        page={page}
        mayAdd={can('compliance:manage')}
        hasPanel={false}
      />
      <RecordReviewDialog companyId={company.id} />
    </>
  );
}

function NextReview({ last }: { last: AccessReview | undefined }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const { set } = useUrlState();
  const isDue = isReviewDue(last?.reviewedAt, Date.now());
  const at = last === undefined ? '' : format.date(last.reviewedAt);
  const text = last === undefined ? 'never' : isDue ? 'due' : 'fresh';
  return (
    <NextAction
      tone={isDue ? 'warning' : 'success'}
      text={t(`accessReviews.${text}`, { at })}
      {...(isDue && can('compliance:manage')
        ? { label: t('accessReviews.new'), onAct: () => set({ new: '1' }, { push: true }) }
        : {})}
    />
  );
}

function useReviewColumns(): readonly Column<AccessReview>[] {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const can = useCan();
  const reviewer = ({ reviewedBy, reviewedByName }: AccessReview) =>
    reviewedByName ?? t('accessReviews.user', { id: reviewedBy });
  return [
    {
      id: 'reviewedAt',
      header: t('accessReviews.reviewedAt'),
      isFixed: true,
      list: 'title',
      value: ({ reviewedAt }) => reviewedAt,
      cell: ({ reviewedAt }) => format.dateTime(reviewedAt),
    },
    {
      id: 'ago',
      header: t('accessReviews.ago'),
      list: 'end',
      cell: ({ reviewedAt }) => <RelativeTime at={reviewedAt} />,
    },
    {
      id: 'reviewedBy',
      header: t('accessReviews.reviewedBy'),
      list: 'note',
      value: reviewer,
      cell: (review) =>
        can('users:manage') ? (
          <Link to={`/users?selected=${review.reviewedBy}`}>{reviewer(review)}</Link>
        ) : (
          reviewer(review)
        ),
    },
  ];
}

/** Days after which the compliance check DPDP-SEC-B1 requires another review. */
const REVIEW_EVERY_DAYS = 90;

/** Whether the next review of the privileged users is due; true if there was none. */
function isReviewDue(reviewedAt: string | undefined, nowMs: number): boolean {
  if (reviewedAt === undefined) return true;
  return nowMs - new Date(reviewedAt).getTime() > REVIEW_EVERY_DAYS * 86_400_000;
}

/** `?new=1`: the user states that the privileged users were reviewed. */
function RecordReviewDialog({ companyId }: { companyId: number }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const record = useRecordReview();
  const close = () => set({ new: null });
  if (!get('new')) return null;
  const confirm = () =>
    record.mutate(companyId, {
      onSuccess: () => {
        notify.success(t('accessReviews.done'));
        close();
      },
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
    });
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      <ConfirmDialog
        isOpen
        onClose={close}
        title={t('accessReviews.confirm')}
        description={t('accessReviews.confirmText')}
        confirmLabel={t('accessReviews.new')}
        pending={record.isPending}
        onConfirm={confirm}
      />
    </DialogGate>
  );
}
