import { Flex } from '@chakra-ui/react';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

interface OpenChipProps {
  /** Accessible name, e.g. 'Action'. */
  name: string;
  /** Label of the chip: the current choice. */
  text: string;
  isActive: boolean;
  onClear: () => void;
  /** Content of the popover; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A filter with its own controls in a popover; an active one has a cross that clears it. */
export function OpenChip({ name, text, isActive, onClear, children }: OpenChipProps) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  return (
    <Flex gap="1">
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        label={name}
        trigger={
          <Chip type="button" data-active={isActive || undefined} aria-label={`${name}: ${text}`}>
            {text}
            <Icon as={ChevronDown} size={12} />
          </Chip>
        }
      >
        {children(() => setOpen(false))}
      </Popover>
      {isActive ? (
        <Chip type="button" data-active aria-label={t('filter.clear', { name })} px="1" onClick={onClear}>
          <Icon as={X} size={12} />
        </Chip>
      ) : null}
    </Flex>
  );
}
