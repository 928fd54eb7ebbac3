import type { AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { NextAction, NextOf } from '../components/next-action.tsx';
import { RecordReviewDialog } from '../components/record-review-dialog.tsx';
import { RegisterPage } from '../components/register-page.tsx';
import { RegisterTable } from '../components/register-table.tsx';
import { useAccessReviews } from '../queries.ts';
import { isReviewDue } from '../rules/access-review.ts';

/** Access reviews: when somebody last went through the privileged users, and whether it is time again. */
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
