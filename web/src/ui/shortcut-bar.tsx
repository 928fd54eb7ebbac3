import { Box, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { useShortcuts } from './use-shortcuts.ts';

export interface ShortcutAct {
  /** Upper case. */
  readonly letter: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Undefined: not now. */
  readonly act: (() => void) | undefined;
  readonly variant: 'primary' | 'secondary' | 'ghost';
}

/** A button for each act, with its letter. The bar stays at the lower edge. */
export function ShortcutBar({ label, acts }: { label: string; acts: readonly ShortcutAct[] }) {
  const { t } = useTranslation('ui');
  const letters = acts.map(({ letter }) => letter).join(', ');
  const keys = useShortcuts(Object.fromEntries(acts.map(({ letter, act }) => [letter.toLowerCase(), act])));
  return (
    <Box position="sticky" bottom="0" bg="surface" borderTopWidth="1px" pt="3" pb="1">
      <Flex gap="2" wrap="wrap" role="toolbar" aria-label={label}>
        {acts.map(({ letter, icon, text, act, variant }) => (
          <Button
            key={letter}
            icon={icon}
            variant={variant}
            disabled={act === undefined}
            onClick={act}
            {...(keys.isActive ? { 'aria-keyshortcuts': letter } : {})}
          >
            {text}
            {keys.isActive ? <Letter>{letter}</Letter> : null}
          </Button>
        ))}
      </Flex>
      <Box mt="2" textStyle="small" color="ink.2">
        <Checkbox checked={keys.isActive} onChange={(event) => keys.choose(event.target.checked)}>
          {t('shortcuts', { letters })}
        </Checkbox>
      </Box>
    </Box>
  );
}

const Letter = ({ children }: { children: string }) => (
  <Box
    as="kbd"
    aria-hidden="true"
    textStyle="group"
    fontFamily="inherit"
    borderWidth="1px"
    borderColor="currentColor"
    borderRadius="badge"
    px="1.5"
  >
    {children}
  </Box>
);
