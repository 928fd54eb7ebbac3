import { Box, Flex } from '@chakra-ui/react';
import type { ShownTexts } from '@pii-vault/contract/free-text';
import { LockKeyhole, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
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

interface ShownTextProps {
  label: string;
  /** null if the user may not read the text. */
  text: string | null | undefined;
  /** Shown if there is no text. */
  none?: string;
}

/** A free text with its label, or a note that it is withheld. */
export function ShownText({ label, text, none }: ShownTextProps) {
  const { t } = useTranslation('governance');
  return (
    <Box>
      <Box textStyle="label" color="ink.2">
        {label}
      </Box>
      {text === null ? (
        <Flex align="center" gap="1.5" color="ink.2">
          <Icon as={LockKeyhole} size={14} /> {t('texts.withheld')}
        </Flex>
      ) : (
        <Box whiteSpace="pre-wrap" overflowWrap="anywhere" {...(text ? {} : { color: 'ink.2' })}>
          {text || (none ?? '–')}
        </Box>
      )}
    </Box>
  );
}

/** Note that texts of the entry are masked or withheld. */
export function TextsNote({ texts }: { texts: ShownTexts }) {
  const { t } = useTranslation('governance');
  const isMasked = texts.view === 'masked' && texts.identifiers > 0;
  if (texts.view !== 'withheld' && !isMasked) return null;
  return (
    <Box textStyle="small" color="ink.2" bg="sunken" borderRadius="control" px="3" py="2">
      {isMasked ? t('texts.masked', { count: texts.identifiers }) : t('texts.why')}
    </Box>
  );
}
