import { Box, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useIsNarrow } from '../../../ui/use-media.ts';
import { useUrlState } from '../../../url/use-url-state.ts';

/** Title and state of the selected entry, and a close button. */
export function PanelHead({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  // On a narrow window the panel is a drawer, which has its own close button.
  const isNarrow = useIsNarrow();
  return (
    <Flex align="flex-start" gap="2" me={isNarrow ? '8' : '0'}>
      <Box flex="1" minWidth="0">
        <Box as="h2" textStyle="card" overflowWrap="anywhere">
          {title}
        </Box>
        <Flex gap="1.5" mt="1" wrap="wrap">
          {children}
        </Flex>
      </Box>
      {isNarrow ? null : (
        <IconButton size="sm" icon={X} label={t('close')} onClick={() => set({ selected: null })} />
      )}
    </Flex>
  );
}
