import { Menu as ChakraMenu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface MenuAction {
  key: string;
  label: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /** A button; takes a ref. */
  trigger: ReactElement;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A menu at a button. Its content (MenuActions, MenuChoice or MenuChecks) is rendered only while it is open. */
export function Menu({ trigger, onOpenChange, children }: MenuProps) {
  return (
    <ChakraMenu.Root
      positioning={{ placement: 'bottom-start' }}
      onOpenChange={({ open }) => onOpenChange?.(open)}
      lazyMount
      unmountOnExit
    >
      <ChakraMenu.Trigger asChild>{trigger}</ChakraMenu.Trigger>
      <Portal>
        <ChakraMenu.Positioner>
          <ChakraMenu.Content>{children}</ChakraMenu.Content>
        </ChakraMenu.Positioner>
      </Portal>
    </ChakraMenu.Root>
  );
}

export function MenuActions({ actions }: { actions: readonly MenuAction[] }) {
  return actions.map((action) => (
    <ChakraMenu.Item
      key={action.key}
      value={action.key}
      disabled={action.isDisabled ?? false}
      data-tone={action.isDanger ? 'danger' : undefined}
      onClick={action.onSelect}
    >
      {action.icon ? <Icon as={action.icon} /> : null}
      <ChakraMenu.ItemText>{action.label}</ChakraMenu.ItemText>
    </ChakraMenu.Item>
  ));
}

export interface MenuOption {
  value: string;
  label: string;
  note?: ReactNode;
}

interface MenuChoiceProps {
  label?: string;
  options: readonly MenuOption[];
  value: string;
  onChange: (value: string) => void;
}

/** Selection of one option; the current one has a tick. */
export function MenuChoice({ label, options, value, onChange }: MenuChoiceProps) {
  return (
    <ChakraMenu.RadioItemGroup value={value} onValueChange={(change) => onChange(change.value)}>
      {label ? <ChakraMenu.ItemGroupLabel>{label}</ChakraMenu.ItemGroupLabel> : null}
      {options.map((option) => (
        <ChakraMenu.RadioItem key={option.value} value={option.value}>
          <ChakraMenu.ItemText>{option.label}</ChakraMenu.ItemText>
          {option.note}
          <ChakraMenu.ItemIndicator>
            <Icon as={Check} />
          </ChakraMenu.ItemIndicator>
        </ChakraMenu.RadioItem>
      ))}
    </ChakraMenu.RadioItemGroup>
  );
}

interface MenuChecksProps {
  options: readonly MenuOption[];
  values: readonly string[];
  onToggle: (value: string) => void;
}

/** Selection of any number of options; the menu stays open. */
export function MenuChecks({ options, values, onToggle }: MenuChecksProps) {
  return options.map((option) => (
    <ChakraMenu.CheckboxItem
      key={option.value}
      value={option.value}
      checked={values.includes(option.value)}
      closeOnSelect={false}
      onCheckedChange={() => onToggle(option.value)}
    >
      <ChakraMenu.ItemText>{option.label}</ChakraMenu.ItemText>
      <ChakraMenu.ItemIndicator>
        <Icon as={Check} />
      </ChakraMenu.ItemIndicator>
    </ChakraMenu.CheckboxItem>
  ));
}

export const MenuSeparator = ChakraMenu.Separator;
