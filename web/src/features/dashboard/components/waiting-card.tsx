import { Box, Flex } from '@chakra-ui/react';
import type { Waiting, WaitingItem } from '@pii-vault/contract/waiting/waiting-schema';
import { CircleAlert, CircleCheck, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { useWaiting } from '../../../waiting/use-waiting.ts';
import { useWaitingText } from '../../../waiting/use-waiting-text.ts';
import { dueOf, toneOf } from '../../../waiting/waiting-items.ts';
import { Loaded } from './loaded.tsx';

/** What is due for the user in the scope of the page, by date, each with one action. */
export function WaitingCard() {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const waiting = useWaiting();
  const items = waiting.data?.items ?? [];
  const isLate = items.some((item) => toneOf(item) === 'error');
  return (
    <Card
      flush
      mb="4"
      title={t('title')}
      badge={
        items.length > 0 ? (
          <StatusBadge tone={isLate ? 'error' : 'warning'}>{format.number(items.length)}</StatusBadge>
        ) : null
      }
    >
      <Box borderTopWidth="1px">
        <Loaded
          query={waiting}
          skeleton={
            <Box p="4">
              <SkeletonLines count={2} />
            </Box>
          }
        >
          {(data) => <Content waiting={data} onRetry={() => void waiting.refetch()} />}
        </Loaded>
      </Box>
    </Card>
  );
}

function Content({ waiting: { items, read, unread }, onRetry }: { waiting: Waiting; onRetry: () => void }) {
  const { t } = useTranslation('waiting');
  const names = (kinds: Waiting['read']) => kinds.map((kind) => t(`register.${kind}`)).join(', ');
  return (
    <>
      {items.length > 0 ? (
        <Box as="ul" listStyleType="none">
          {items.map((item) => (
            <WaitingRow key={item.kind} item={item} />
          ))}
        </Box>
      ) : (
        <Flex
          align="center"
          gap="2"
          px="4"
          py="3"
          color={unread.length === 0 ? 'success' : 'ink.2'}
          wrap="wrap"
        >
          {unread.length === 0 ? <Icon as={CircleCheck} /> : null}
          <Box as="span" textStyle="strong">
            {t(unread.length === 0 ? 'none' : 'noneRead')}
          </Box>
          <Muted>{t('checked', { names: names(read) })}</Muted>
        </Flex>
      )}
      {unread.length > 0 ? (
        <Flex
          role="alert"
          align="center"
          gap="2"
          px="4"
          py="2.5"
          borderTopWidth="1px"
          color="warning"
          wrap="wrap"
        >
          <Icon as={TriangleAlert} />
          {t('unread', { names: names(unread) })}
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            {t('error.retry', { ns: 'ui' })}
          </Button>
        </Flex>
      ) : null}
    </>
  );
}

function WaitingRow({ item }: { item: WaitingItem }) {
  const { t } = useTranslation('waiting');
  const { text, note, action } = useWaitingText()(item);
  const isError = toneOf(item) === 'error';
  return (
    <Flex
      as="li"
      align={{ base: 'start', md: 'center' }}
      gap="2.5"
      px="4"
      py="2"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
    >
      <Box color={isError ? 'error' : 'ink.3'} pt={{ base: '0.5', md: '0' }}>
        <Icon as={isError ? CircleAlert : Clock} />
      </Box>
      <Flex
        flex="1"
        minWidth="0"
        direction={{ base: 'column', md: 'row' }}
        align={{ base: 'start', md: 'center' }}
        columnGap="4"
        rowGap="1"
      >
        <Box flex="1" minWidth="0">
          {text}
          {note === undefined ? null : <Muted> · {note}</Muted>}
        </Box>
        <DueTime item={item} />
        <Box minWidth={{ md: '32' }}>
          {item.link === null ? (
            <Muted>{t('ask')}</Muted>
          ) : (
            <Button asChild variant="link">
              <Link to={item.link}>{action}</Link>
            </Button>
          )}
        </Box>
      </Flex>
    </Flex>
  );
}

/** Time left, or that the time is over, with the exact time on hover. */
function DueTime({ item }: { item: WaitingItem }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  useMinute();
  const due = dueOf(item, Date.now());
  if (due === null) return null;
  const isOver = due.key === 'overdue';
  const shown = isOver
    ? t('due.overdue')
    : t(`due.${due.key}`, { count: due.count, n: format.number(due.count) });
  const exact = item.dueAt === null ? undefined : format.dateTime(item.dueAt);
  return (
    <Box
      as="span"
      color={isOver ? 'error' : 'ink.2'}
      textStyle={isOver ? 'strong' : undefined}
      whiteSpace="nowrap"
      textAlign={{ md: 'end' }}
    >
      {exact === undefined ? (
        shown
      ) : (
        <time dateTime={item.dueAt ?? undefined} title={t(isOver ? 'due.since' : 'due.by', { at: exact })}>
          {shown}
        </time>
      )}
    </Box>
  );
}
