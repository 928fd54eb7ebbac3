import { Box, Flex } from '@chakra-ui/react';
import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';

/** What waits longest for a decision; each leads to its evidence. */
export function OldestUndecided({ entries }: { entries: readonly LineageEntry[] }) {
  const { t } = useTranslation('lineage');
  const { set } = useUrlState();
  if (entries.length === 0) return <Box color="ink.2">{t('analysis.allDecided')}</Box>;
  const open = (id: number) => set({ entry: String(id), selected: null, analysis: null }, { push: true });
  return (
    <Box as="ul" listStyleType="none">
      {entries.map((entry) => (
        <Flex
          as="li"
          key={entry.id}
          align="center"
          gap="3"
          py="1.5"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0' }}
        >
          <Box flex="1" minWidth="0">
            <Mono>
              {individualName(entry.individualId)} ↔ {otherName(entry)}
            </Mono>
          </Box>
          <Box color="ink.2" textStyle="small">
            <RelativeTime at={entry.createdAt} />
          </Box>
          <Button size="sm" onClick={() => open(entry.id)}>
            {t('analysis.evidence')}
          </Button>
        </Flex>
      ))}
    </Box>
  );
}
