import { Tooltip as ChakraTooltip } from '@chakra-ui/react/tooltip';
import { Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DefinitionProps {
  /** Name of what is defined. */
  of: string;
  text: string;
}

/**
 * A button with a definition as its tooltip. It opens by hover like every tooltip, and by a click or Enter, because a
 * touch screen and a keyboard have no hover. The same again, Escape, or a touch elsewhere closes it.
 */
export function Definition({ of, text }: DefinitionProps) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  return (
    <ChakraTooltip.Root
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      openDelay={700}
      closeDelay={300}
      closeOnClick={false}
      closeOnPointerDown={false}
      interactive
      lazyMount
      unmountOnExit
    >
      <span ref={area}>
        <ChakraTooltip.Trigger asChild>
          <Button
            variant="ghost"
            size="iconSm"
            data-print="hide"
            aria-label={t('definition', { name: of })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon as={Info} size={14} />
          </Button>
        </ChakraTooltip.Trigger>
      </span>
      <ChakraTooltip.Positioner>
        <ChakraTooltip.Content>{text}</ChakraTooltip.Content>
      </ChakraTooltip.Positioner>
    </ChakraTooltip.Root>
  );
}
