import { Box } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lateDialog } from '../../routing/late-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const Palette = lateDialog(async () => (await import('./palette.tsx')).Palette);
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette by click, ⌘K or Ctrl-K, and loads its code then. */
export function PaletteButton() {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((open) => !open);
      }
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        fontWeight="regular"
        bg={{ md: 'sunken' }}
        color="ink.2"
        width={{ base: 'control', md: '52', lg: '72' }}
        px={{ base: '0', md: '3' }}
        justifyContent={{ base: 'center', md: 'flex-start' }}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon as={Search} />
        <Box as="span" srOnly hideFrom="md">
          {t('palette.open')}
        </Box>
        <Box as="span" hideBelow="md" overflow="hidden" textOverflow="ellipsis">
          {t('palette.open')}
        </Box>
        <Box
          as="kbd"
          aria-hidden="true"
          hideBelow="lg"
          ms="auto"
          textStyle="group"
          fontFamily="inherit"
          borderWidth="1px"
          borderColor="line.strong"
          borderRadius="badge"
          px="1.5"
        >
          {isApple ? '⌘K' : 'Ctrl K'}
        </Box>
      </Button>
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
