import { Box } from '@chakra-ui/react';
import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { allPagesQuery, callQuery } from '../../client/queries.ts';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { useCompanyName } from '../../company/use-companies.ts';
import { useOffered } from '../../routing/use-offered.ts';
import { useCanAnywhere } from '../../session/use-session.ts';
import { OpenList } from '../../ui/combobox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MissingPart } from '../../ui/missing-part.tsx';
import { useCountOpen } from '../../ui/open-dialogs.ts';
import { screens } from '../features.ts';
import { asksForPerson, asksForUser, type PaletteEntry, paletteEntries } from './palette-entries.ts';

/** Command palette: opens a screen, an individual by id or master key, a company, or a user by name or email. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const can = useCanAnywhere();
  const isOffered = useOffered();
  const companyName = useCompanyName();
  const { companies, company } = useSelectedCompany();
  const [query, setQuery] = useState('');
  const search = query.trim();
  const individuals = useQuery({
    ...callQuery('GET /individuals', { query: { search, limit: 6 } }),
    enabled: can('pii:read') && asksForPerson(search),
  });
  const users = usePaletteUsers(asksForUser(search));
  const entries = paletteEntries({
    query,
    screens: screens.filter(isOffered),
    screenName: (screen) => t(`nav.${screen.text}`),
    companies,
    companyName,
    individuals: (asksForPerson(search) && individuals.data) || [],
    users: users.data ?? [],
    companyId: company?.id,
    notes: { screen: t('palette.screen'), company: t('palette.company'), user: t('palette.user') },
  });
  const asked = [
    { title: t('nav.individuals'), query: individuals },
    { title: t('nav.users'), query: users },
  ];
  const failed = asked.filter(({ query: { error, data } }) => error && !data);
  const isNone = entries.length === 0 && failed.length === 0 && !asked.some(({ query }) => query.isLoading);

  return (
    <PaletteFrame onClose={onClose} label={t('palette.open')}>
      <ChakraDialog.Body
        p="0"
        display="flex"
        flexDirection="column"
        maxHeight="calc({sizes.graph} + {sizes.12})"
      >
        <OpenList
          name={t('palette.open')}
          inputName={t('palette.open')}
          search={query}
          onSearch={setQuery}
          groups={[{ label: '', options: entries }]}
          onChoose={({ to }) => {
            onClose();
            navigate(to);
          }}
          content={(entry) => <EntryContent entry={entry} />}
          input={<PaletteInput dir="auto" />}
        >
          {failed.map(({ title, query: { error, refetch } }) => (
            <Box key={title} px="4" pb="2">
              <MissingPart title={title} error={error} onRetry={refetch} />
            </Box>
          ))}
          {isNone ? (
            <Box px="4" pb="4" color="ink.2">
              {t('palette.none')}
            </Box>
          ) : null}
        </OpenList>
      </ChakraDialog.Body>
    </PaletteFrame>
  );
}

/** An input without a border: the palette is its frame. */
const PaletteInput = chakra('input', {
  base: {
    width: 'full',
    height: '12',
    px: '4',
    bg: 'transparent',
    outline: '0',
    fontFamily: 'inherit',
    textStyle: 'card',
    fontWeight: 'regular',
  },
});

const EntryContent = ({ entry }: { entry: PaletteEntry }) => (
  <>
    <Icon as={entry.icon} />
    <Box as="span" flex="1" minWidth="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
      {entry.label}
    </Box>
    <Box as="span" textStyle="small" color="ink.2">
      {entry.note}
    </Box>
  </>
);

/** Loads all users that the caller manages, because the API has no search. */
function usePaletteUsers(isAsked: boolean) {
  const can = useCanAnywhere();
  return useQuery({ ...allPagesQuery('GET /users'), enabled: isAsked && can('users:manage') });
}

/** Dialog without header and footer. */
function PaletteFrame(props: { onClose: () => void; label: string; children: ReactNode }) {
  useCountOpen(true);
  return (
    <ChakraDialog.Root
      open
      onOpenChange={(change) => (change.open ? undefined : props.onClose())}
      preventScroll={false}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content aria-label={props.label} maxWidth="palette" overflow="hidden">
            {props.children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
