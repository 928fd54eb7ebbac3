import { Box } from '@chakra-ui/react';
import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox as ChakraCombobox } from '@chakra-ui/react/combobox';
import { Portal } from '@chakra-ui/react/portal';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';
import type { Option } from './select.tsx';

/** Options as Chakra needs them: it treats the value '' as none, so every value has a prefix. */
const collectionOf = <T extends Option>(options: readonly T[]) =>
  createListCollection({ items: [...options], itemToValue: ({ value }) => keyOf(value) });
const keyOf = (value: string) => `=${value}`;
const NONE: string[] = [];

interface ComboboxProps extends ComponentProps<typeof Input> {
  /** Suggestions; other text may be typed. */
  options: readonly Option[];
}

/**
 * A text input that suggests known values with their names: typing filters them, arrows and Enter choose, Escape closes
 * the list (WAI-ARIA editable combobox). A completely typed name selects its value. Accepts the result of `register()`.
 */
export function Combobox({ options, id, value, onChange, onBlur, ...rest }: ComboboxProps) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLDivElement>(null);
  const isPutting = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const sought = typed.trim().toLowerCase();
  const shown = options.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(sought));

  function open(text: string): void {
    setTyped(text);
    setOpen(true);
  }
  /** Dispatches an input event, so that forms notice the change. */
  function put({ value }: Option): void {
    const input = box.current?.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    isPutting.current = true;
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    isPutting.current = false;
  }
  function putNamed(): void {
    const text = box.current?.querySelector('input')?.value.trim().toLowerCase();
    const named = options.find(({ label }) => label.toLowerCase() === text);
    if (named) put(named);
  }

  // The list is in a portal: the scrolling body of a dialog or panel would clip it.
  return (
    <ChakraCombobox.Root
      {...(id === undefined ? {} : { ids: { input: id } })}
      {...(value === undefined ? {} : { inputValue: String(value) })}
      collection={collectionOf(shown)}
      value={NONE}
      onSelect={({ itemValue }) => {
        const chosen = shown.find(({ value }) => keyOf(value) === itemValue);
        if (chosen) put(chosen);
      }}
      open={isOpen && shown.length > 0}
      onOpenChange={(change) => (change.open ? open('') : setOpen(false))}
      openOnClick
      openOnChange={false}
      allowCustomValue
      selectionBehavior="preserve"
      positioning={{ placement: 'bottom-start', gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <ChakraCombobox.Control ref={box}>
        <ChakraCombobox.Input asChild>
          <Input
            {...rest}
            dir="auto"
            onChange={(event) => {
              onChange?.(event);
              if (!isPutting.current) open(event.target.value);
            }}
            onBlur={(event) => {
              putNamed();
              // Chakra closes the list when the focus moves to another element. Closed from here, it would take the
              // focus back.
              if (event.relatedTarget === null || shown.length === 0) setOpen(false);
              onBlur?.(event);
            }}
            onKeyDown={({ key, nativeEvent }: KeyboardEvent) => {
              // Enter belongs to the input method during composition.
              if (key === 'Enter' && !nativeEvent.isComposing) putNamed();
            }}
          />
        </ChakraCombobox.Input>
      </ChakraCombobox.Control>
      <Portal>
        <ChakraCombobox.Positioner>
          <ChakraCombobox.Content aria-label={t('suggestions')} data-popup>
            {shown.map((option) => (
              <ChakraCombobox.Item key={option.value} item={option}>
                <Box as="span" flex="1">
                  {option.label}
                </Box>
                {option.label.includes(option.value) ? null : (
                  <Box as="span" textStyle="mono" color="ink.2">
                    {option.value}
                  </Box>
                )}
              </ChakraCombobox.Item>
            ))}
          </ChakraCombobox.Content>
        </ChakraCombobox.Positioner>
      </Portal>
    </ChakraCombobox.Root>
  );
}

export interface OptionGroup<T extends Option = Option> {
  /** '' for options without a heading. */
  label: string;
  options: readonly T[];
}

interface OpenListProps<T extends Option> {
  /** Accessible name of the list. */
  name: string;
  /** Accessible name of the input, and its placeholder. */
  inputName: string;
  search: string;
  onSearch: (text: string) => void;
  /** The options that match the search. */
  groups: readonly OptionGroup<T>[];
  /** The selected value, which is marked first. */
  value?: string;
  onChoose: (option: T) => void;
  /** What an option shows; its label by default. */
  content?: (option: T) => ReactNode;
  /** The input; default: one in the style of forms. */
  input?: ReactNode;
  /** Shown below the list. */
  children?: ReactNode;
}

/**
 * A search input above a list of options that is always shown, in a popover or dialog: arrows, Home and End mark an
 * option, Enter chooses it. Typing marks the first one.
 */
export function OpenList<T extends Option>(props: OpenListProps<T>) {
  const { name, inputName, search, onSearch, groups, value, onChoose, content, input, children } = props;
  const [marked, setMarked] = useState(value === undefined ? undefined : keyOf(value));
  const options = groups.flatMap((group) => group.options);
  const current = options.find((option) => keyOf(option.value) === marked) ?? options[0];
  return (
    <ChakraCombobox.Root
      collection={collectionOf(options)}
      // The popover or dialog around the list handles Escape and clicks outside.
      open
      disableLayer
      closeOnSelect={false}
      selectionBehavior="preserve"
      value={value === undefined ? NONE : [keyOf(value)]}
      onSelect={({ itemValue }) => {
        const chosen = options.find((option) => keyOf(option.value) === itemValue);
        if (chosen) onChoose(chosen);
      }}
      inputValue={search}
      onInputValueChange={({ inputValue }) => {
        setMarked(undefined);
        onSearch(inputValue);
      }}
      highlightedValue={current ? keyOf(current.value) : null}
      onHighlightChange={({ highlightedValue }) => highlightedValue !== null && setMarked(highlightedValue)}
      display="flex"
      flexDirection="column"
      minHeight="0"
    >
      <Box p={input ? '0' : '2'} borderBottomWidth="1px">
        <ChakraCombobox.Input asChild aria-label={inputName} placeholder={inputName}>
          {input ?? <Input dir="auto" />}
        </ChakraCombobox.Input>
      </Box>
      <ChakraCombobox.Content aria-label={name}>
        {groups.map((group) => (
          <OptionGroupView key={group.label} group={group} content={content} />
        ))}
      </ChakraCombobox.Content>
      {children}
    </ChakraCombobox.Root>
  );
}

interface OptionGroupViewProps<T extends Option> {
  group: OptionGroup<T>;
  content: ((option: T) => ReactNode) | undefined;
}

function OptionGroupView<T extends Option>({ group, content }: OptionGroupViewProps<T>) {
  const items = group.options.map((option) => (
    <ChakraCombobox.Item key={option.value} item={option} persistFocus>
      {content ? content(option) : option.label}
    </ChakraCombobox.Item>
  ));
  if (group.label === '') return items;
  return (
    <ChakraCombobox.ItemGroup>
      <ChakraCombobox.ItemGroupLabel>{group.label}</ChakraCombobox.ItemGroupLabel>
      {items}
    </ChakraCombobox.ItemGroup>
  );
}
