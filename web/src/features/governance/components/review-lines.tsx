import { Box, Flex } from '@chakra-ui/react';
import type { AccessLine, AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import { Check, ChevronLeft, ChevronRight, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { ShortcutBar } from '../../../ui/shortcut-bar.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { PAGE, useAccessLines, useDecideLine } from '../queries.ts';
import { useLineColumns, useLineName } from './review-columns.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** The lines of a review, with the acts on each while it is open. */
export function ReviewLines({ review }: { review: AccessReview }) {
  const { t } = useTranslation('governance');
  const can = useCan();
  const { get, set } = useUrlState();
  const onlyOpen = get('open') === '1';
  const page = useAccessLines(review.id, onlyOpen, useCursor().cursor);
  const rows = page.data?.rows;
  const pager = usePager(page.data, PAGE);
  const columns = useLineColumns();
  const isReviewer = review.status === 'open' && can('compliance:manage', review.companyId);
  const acts = useLineActs(review.id, rows ?? []);
  return (
    <Card flush>
      <DataTable
        id="governance-review-lines"
        label={t('review.list')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        error={page.error}
        onRetry={page.refetch}
        updatedAt={page.dataUpdatedAt}
        isChanging={page.isPlaceholderData}
        pager={pager}
        toolbar={
          review.status === 'open' ? (
            <Chip
              type="button"
              aria-pressed={onlyOpen}
              data-active={onlyOpen ? '' : undefined}
              onClick={() => set({ open: onlyOpen ? null : '1', cursor: null })}
            >
              {t('review.onlyOpen')}
            </Chip>
          ) : null
        }
        {...(isReviewer
          ? {
              selectedKey: acts.current === undefined ? undefined : keyOf(acts.current),
              onSelect: acts.choose,
              actions: (line: AccessLine) => <LineActs line={line} acts={acts} />,
            }
          : {})}
        empty={<EmptyState icon={CircleCheck} title={t('review.noneOpen')} hint={t('review.noneOpenHint')} />}
      />
      {isReviewer && rows && rows.length > 0 ? <Keys acts={acts} /> : null}
      {acts.revoking ? (
        <RevokeDialog reviewId={review.id} line={acts.revoking} onClose={acts.closeRevoke} />
      ) : null}
    </Card>
  );
}

const keyOf = ({ id }: AccessLine) => String(id);
const isOpen = (line: AccessLine) => line.decision === null && line.obstacle === null;
const mayKeep = (line: AccessLine | undefined) => line !== undefined && isOpen(line);
const mayRevoke = (line: AccessLine | undefined) =>
  line !== undefined && line.decision !== 'revoke' && line.obstacle === null;

type Acts = ReturnType<typeof useLineActs>;

/** The line that keys act on, by default the first one to decide, and the acts. */
function useLineActs(reviewId: number, rows: readonly AccessLine[]) {
  const { t } = useTranslation('governance');
  const decide = useDecideLine(reviewId);
  const [chosen, setChosen] = useState<number>();
  const [revoked, setRevoked] = useState<number>();
  const found = rows.findIndex(({ id }) => id === chosen);
  const at = found >= 0 ? found : rows.findIndex(isOpen);
  const current = rows[at];
  const move = (by: 1 | -1) => setChosen((rows[at + by] ?? current)?.id);

  function keep(line: AccessLine): void {
    const from = rows.findIndex(({ id }) => id === line.id);
    setChosen((rows.slice(from + 1).find(isOpen) ?? rows.find((one) => isOpen(one) && one !== line))?.id);
    decide.mutate(
      { line, decision: 'keep' },
      {
        onError: (error) => {
          setChosen(line.id);
          notify.error(t('error'), messageOf(error, t('failed')), { error });
        },
      },
    );
  }

  return {
    ...{ current, keep, isPending: decide.isPending },
    // As it is in the list now: a refused attempt fetches it again.
    revoking: rows.find(({ id }) => id === revoked),
    choose: (line: AccessLine) => setChosen(line.id),
    revoke: (line: AccessLine) => setRevoked(line.id),
    closeRevoke: () => setRevoked(undefined),
    goNext: at >= 0 && at + 1 < rows.length ? () => move(1) : undefined,
    goPrevious: at > 0 ? () => move(-1) : undefined,
  };
}

/** Keep and Revoke of one line. */
function LineActs({ line, acts }: { line: AccessLine; acts: Acts }) {
  const { t } = useTranslation('governance');
  const name = useLineName()(line);
  if (!mayRevoke(line)) return null;
  return (
    <Flex gap="1.5" justify="flex-end">
      {line.decision === null ? (
        <Button
          size="sm"
          aria-label={t(`review.keepLine.${line.kind}`, { name })}
          onClick={() => acts.keep(line)}
        >
          {t('review.keep')}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        aria-label={t(`review.revokeLine.${line.kind}`, { name })}
        onClick={() => acts.revoke(line)}
      >
        {t('review.revoke')}
      </Button>
    </Flex>
  );
}

function Keys({ acts }: { acts: Acts }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const name = useLineName();
  const { current } = acts;
  const onKeep = current && mayKeep(current) && !acts.isPending ? () => acts.keep(current) : undefined;
  const onRevoke = current && mayRevoke(current) ? () => acts.revoke(current) : undefined;
  return (
    <Box px="4" pb="2">
      <ShortcutBar
        label={t('review.acts')}
        acts={[
          { letter: 'V', icon: Check, text: t('review.keep'), act: onKeep, variant: 'secondary' },
          { letter: 'R', icon: X, text: t('review.revoke'), act: onRevoke, variant: 'secondary' },
          {
            letter: 'K',
            icon: ChevronLeft,
            text: t('review.previous'),
            act: acts.goPrevious,
            variant: 'ghost',
          },
          { letter: 'J', icon: ChevronRight, text: t('review.next'), act: acts.goNext, variant: 'ghost' },
        ]}
      />
      <Box role="status" srOnly>
        {current ? t('review.now', { name: name(current), at: format.date(current.createdAt) }) : ''}
      </Box>
    </Box>
  );
}
