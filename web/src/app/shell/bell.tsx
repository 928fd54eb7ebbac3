import { Box } from '@chakra-ui/react';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useScope } from '../../company/use-scope.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useUser } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuActions, MenuSeparator } from '../../ui/menu.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { arrivalsSince, readVisit, storeVisit, type Visit } from '../../waiting/last-visit.ts';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { useWaitingText } from '../../waiting/use-waiting-text.ts';
import { toneOf } from '../../waiting/waiting-items.ts';

/** What came since the user last opened this list, in the scope of the screen. Opening it counts as a visit. */
export function Bell() {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const { id: userId } = useUser();
  const { companyId } = useScope();
  const { data } = useWaiting();
  // While the list is open it still compares with the visit before.
  const [opened, setOpened] = useState<{ visit: Visit | undefined } | null>(null);
  const visit = opened ? opened.visit : readVisit(userId, companyId);
  const arrivals = arrivalsSince(data?.items ?? [], visit);
  const isLate = arrivals.some(({ item }) => toneOf(item) === 'error');

  function onOpenChange(isOpen: boolean): void {
    setOpened(isOpen ? { visit } : null);
    if (isOpen && data) storeVisit(userId, companyId, data);
  }

  return (
    <Menu
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="ghost" px="2" aria-label={t('bell.label', { n: format.number(arrivals.length) })}>
          <Icon as={BellIcon} />
          {arrivals.length > 0 && opened === null ? (
            <StatusBadge tone={isLate ? 'error' : 'warning'}>{format.number(arrivals.length)}</StatusBadge>
          ) : null}
        </Button>
      }
    >
      <Box px="2" py="1.5" maxWidth="80">
        <Box textStyle="strong">{t('bell.title')}</Box>
        <Box textStyle="small" color="ink.2">
          {visit ? t('bell.since', { at: format.dateTime(visit.at) }) : t('bell.first')}
        </Box>
        {arrivals.length === 0 ? <Box pt="2">{t(data ? 'bell.none' : 'bell.unknown')}</Box> : null}
        {data && data.unread.length > 0 ? (
          <Box pt="2" color="warning">
            {t('unread', { names: data.unread.map((kind) => t(`register.${kind}`)).join(', ') })}
          </Box>
        ) : null}
      </Box>
      <MenuSeparator />
      <Arrivals arrivals={arrivals} />
    </Menu>
  );
}

function Arrivals({ arrivals }: { arrivals: ReturnType<typeof arrivalsSince> }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const navigate = useNavigate();
  const textOf = useWaitingText();
  return (
    <MenuActions
      actions={[
        ...arrivals.map(({ item, more }) => ({
          key: item.kind,
          label: t(more > 0 ? 'bell.more' : 'bell.late', { n: format.number(more), text: textOf(item).text }),
          isDisabled: item.link === null,
          onSelect: () => item.link !== null && navigate(item.link),
        })),
        { key: 'all', label: t('bell.all'), onSelect: () => navigate('/') },
      ]}
    />
  );
}
