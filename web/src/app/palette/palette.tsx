import { Box } from '@chakra-ui/react';
import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { callQuery } from '../../client/queries.ts';
import { useSelectedCompany } from '../../company/company-provider.tsx';
import { useCompanyName } from '../../company/use-companies.ts';
import { useOffered } from '../../routing/use-offered.ts';
import { useCanAnywhere } from '../../session/use-session.ts';
import { MissingPart } from '../../ui/missing-part.tsx';
import { screens } from '../screens.ts';
import { asksForPerson, asksForUser, paletteEntries } from './palette-entries.ts';
import { PaletteFrame } from './palette-frame.tsx';
import { PaletteOption } from './palette-option.tsx';
import { usePaletteUsers } from './use-palette-users.ts';

/** Go to a screen, an individual by id or master key, a company, a user by name or address. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const can = useCanAnywhere();
  const isOffered = useOffered();
  const companyName = useCompanyName();
  const { companies, company } = useSelectedCompany();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
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
  const current = Math.min(active, entries.length - 1);

  function go(to: string | undefined): void {
    if (to === undefined) return;
    onClose();
    navigate(to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((current + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[current]?.to);
    }
  }

  return (
    <PaletteFrame onClose={onClose} label={t('palette.open')}>
      <ChakraDialog.Body p="0">
        <Box borderBottomWidth="1px">
          <Box
            asChild
            width="full"
            height="12"
            px="4"
            bg="transparent"
            outline="0"
            fontFamily="inherit"
            textStyle="card"
            fontWeight="regular"
          >
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={entries[current] ? `palette-${current}` : undefined}
              aria-label={t('palette.open')}
              placeholder={t('palette.open')}
              value={query}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setQuery(event.target.value);
                setActive(0);
              }}
            />
          </Box>
        </Box>
        <Box
          id="palette-list"
          role="listbox"
          aria-label={t('palette.open')}
          p="1.5"
          maxHeight="graph"
          overflowY="auto"
        >
          {entries.map((entry, index) => (
            <PaletteOption
              key={entry.key}
              id={`palette-${index}`}
              entry={entry}
              isActive={index === current}
              onHover={() => setActive(index)}
              onChoose={() => go(entry.to)}
            />
          ))}
        </Box>
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
      </ChakraDialog.Body>
    </PaletteFrame>
  );
}
