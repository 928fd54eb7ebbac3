import { Box, Flex } from '@chakra-ui/react';
import { BadgeCheck, Download, Eraser, ListChecks, ShieldOff, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { userSignal } from '../../../../session/session-store.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, MenuActions } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { type IndividualsQuery, MOST_SELECTED, matchingIds } from '../../queries.ts';
import type { BulkKind } from '../../rules/unfinished-run.ts';
import {
  EraseManyDialog,
  ExportManyDialog,
  GiveDialog,
  WithdrawManyDialog,
} from '../consent/late-dialogs.ts';
import { UnfinishedCard } from './unfinished-card.tsx';

/** The selected people; of one company. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly set: (ids: Iterable<number>) => void;
}

interface SelectMenuProps {
  selection: Selection;
  /** Ids of the page. */
  page: readonly number[];
  /** The list with its filters. */
  query: IndividualsQuery;
}

/** Selects the people of the page, or all that the filters match. */
export function SelectMenu({ selection, page, query }: SelectMenuProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const [isCollecting, setCollecting] = useState(false);
  async function selectAll(): Promise<void> {
    setCollecting(true);
    try {
      const ids = await matchingIds(query, userSignal());
      selection.set(ids);
      if (ids.length === MOST_SELECTED) notify.info(t('bulk.tooMany', { n: format.number(MOST_SELECTED) }));
    } catch (error) {
      notify.error(t('error'), messageOf(error, t('bulk.failed')), { error });
    }
    setCollecting(false);
  }
  return (
    <Menu
      trigger={
        <Button variant="ghost" pending={isCollecting}>
          <Icon as={ListChecks} />
          {t('bulk.selectColumn')}
        </Button>
      }
    >
      <MenuActions
        actions={[
          {
            key: 'page',
            label: t('bulk.selectPage'),
            onSelect: () => selection.set([...selection.ids, ...page]),
          },
          { key: 'all', label: t('bulk.all'), onSelect: () => void selectAll() },
        ]}
      />
    </Menu>
  );
}

interface BulkBarProps {
  companyId: number;
  companyName: string;
  selection: Selection;
  /** Optional columns that a file has, too. */
  include: Pick<IndividualsQuery, 'include' | 'purpose'>;
}

/** Acts on the selected people, and an act that ended before it reached all people. */
export function BulkBar({ companyId, companyName, selection, include }: BulkBarProps) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const can = useCan();
  const [opened, setOpened] = useState<BulkKind | null>(null);
  const people = [...selection.ids];
  const unfinished = (
    <UnfinishedCard companyId={companyId} onSelect={selection.set} isActing={opened !== null} />
  );
  if (people.length === 0) return unfinished;
  const dialog = { companyId, companyName, people, onClose: () => setOpened(null) };
  const mayWrite = can('pii:write', companyId);
  return (
    <>
      {unfinished}
      <Flex
        as="section"
        aria-label={t('bulk.acts')}
        gap="2"
        px="3"
        py="2"
        wrap="wrap"
        align="center"
        bg="accent.soft"
        borderWidth="1px"
        borderRadius="control"
        mb="2"
        position="sticky"
        top="0"
        zIndex="sticky"
        data-print="hide"
      >
        <Box textStyle="strong" role="status" me="2">
          {t('bulk.selected', { count: people.length, n: format.number(people.length) })}
        </Box>
        {mayWrite ? (
          <>
            <Button size="sm" icon={BadgeCheck} onClick={() => setOpened('give')}>
              {t('give.open')}
            </Button>
            <Button size="sm" icon={ShieldOff} onClick={() => setOpened('withdraw')}>
              {t('withdrawMany.open')}
            </Button>
          </>
        ) : null}
        {can('pii:erase', companyId) ? (
          <Button size="sm" icon={Eraser} onClick={() => setOpened('erase')}>
            {t('eraseMany.open')}
          </Button>
        ) : null}
        <Button size="sm" icon={Download} onClick={() => setOpened('export')}>
          {t('exportMany.open')}
        </Button>
        <Button size="sm" variant="ghost" icon={X} onClick={() => selection.set([])}>
          {t('bulk.clear')}
        </Button>
        {opened === 'give' ? <GiveDialog {...dialog} /> : null}
        {opened === 'withdraw' ? <WithdrawManyDialog {...dialog} /> : null}
        {opened === 'erase' ? <EraseManyDialog {...dialog} /> : null}
        {opened === 'export' ? <ExportManyDialog {...dialog} include={include} /> : null}
      </Flex>
    </>
  );
}
