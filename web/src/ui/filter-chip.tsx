import { Flex } from '@chakra-ui/react';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { ChevronDown, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { Menu, MenuChoice, type MenuOption } from './menu.tsx';

interface FilterChipProps {
  /** Accessible name, e.g. 'Tier'. */
  name: string;
  /** The option without a filter ('All Tiers') has the value ''. */
  options: readonly MenuOption[];
  value: string;
  onChange: (value: string) => void;
}

/** A filter with a menu; an active one has a cross that clears it. */
export function FilterChip({ name, options, value, onChange }: FilterChipProps) {
  const { t } = useTranslation('ui');
  const current = options.find((option) => option.value === value) ?? options[0];
  const isActive = value !== '';
  return (
    <Flex gap="1">
      <Menu
        trigger={
          <Chip
            type="button"
            data-active={isActive || undefined}
            aria-label={`${name}: ${isolate(current?.label ?? '')}`}
          >
            {current?.label}
            <Icon as={ChevronDown} size={12} />
          </Chip>
        }
      >
        <MenuChoice options={options} value={value} onChange={onChange} />
      </Menu>
      {isActive ? (
        <Chip
          type="button"
          data-active
          aria-label={t('filter.clear', { name })}
          px="1"
          onClick={() => onChange('')}
        >
          <Icon as={X} size={12} />
        </Chip>
      ) : null}
    </Flex>
  );
}
