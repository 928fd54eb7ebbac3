import { Box } from '@chakra-ui/react';
import { Popover } from '@chakra-ui/react/popover';
import { Portal } from '@chakra-ui/react/portal';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';
import type { Option } from './select.tsx';

interface ComboboxProps extends ComponentProps<typeof Input> {
  /** Suggestions; other text may be typed. */
  options: readonly Option[];
}

/**
 * A text input that suggests known values with their names: typing filters them, arrows and Enter choose, Escape closes
 * the list (WAI-ARIA editable combobox). A completely typed name selects its value. Accepts the result of `register()`.
 */
export function Combobox({ options, onChange, onBlur, ...rest }: ComboboxProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(-1);
  const sought = typed.trim().toLowerCase();
  const shown = options.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(sought));
  const isShown = isOpen && shown.length > 0;

  // The focus stays in the input, so the browser does not scroll options into view.
  useEffect(() => {
    if (marked >= 0) document.getElementById(`${id}-${marked}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, marked]);

  function open(text: string): void {
    setTyped(text);
    setMarked(-1);
    setOpen(true);
  }
  /** Dispatches an input event, so that forms notice the change. */
  function put({ value }: Option): void {
    const input = box.current?.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    setOpen(false);
  }
  function choose(option: Option): void {
    put(option);
    box.current?.querySelector('input')?.focus();
  }
  function putNamed(): void {
    const text = box.current?.querySelector('input')?.value.trim().toLowerCase();
    const named = options.find(({ label }) => label.toLowerCase() === text);
    if (named) put(named);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // Enter and arrows belong to the input method during composition.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isShown ? shown[marked] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) open('');
      else setMarked((marked + step + shown.length + (marked < 0 && step < 0 ? 1 : 0)) % shown.length);
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      choose(option);
    } else if (event.key === 'Enter') putNamed();
    else if (event.key === 'Escape') setOpen(false);
  }

  // The list is in a portal: the scrolling body of a dialog or panel would clip it.
  return (
    <Popover.Root
      ids={{ content: id }}
      open={isShown}
      onOpenChange={(change) => setOpen(change.open)}
      positioning={{ placement: 'bottom-start', sameWidth: true, gutter: 4 }}
      autoFocus={false}
      closeOnInteractOutside={false}
      portalled={false}
    >
      <Popover.Anchor asChild>
        <Box ref={box}>
          <Input
            {...rest}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? id : undefined}
            aria-activedescendant={isShown && marked >= 0 ? `${id}-${marked}` : undefined}
            onChange={(event) => {
              onChange?.(event);
              open(event.target.value);
            }}
            onBlur={(event) => {
              putNamed();
              setOpen(false);
              onBlur?.(event);
            }}
            onClick={() => open('')}
            onKeyDown={onKeyDown}
          />
        </Box>
      </Popover.Anchor>
      {isShown ? (
        <Portal>
          <Popover.Positioner>
            <Popover.Content
              role="listbox"
              aria-label={t('suggestions')}
              hidden={false}
              display="block"
              width="full"
              maxHeight="min({sizes.48}, var(--available-height))"
              overflowY="auto"
              p="1"
            >
              {shown.map((option, at) => (
                <ComboboxOption
                  key={option.value}
                  id={`${id}-${at}`}
                  option={option}
                  isMarked={at === marked}
                  onMark={() => setMarked(at)}
                  onChoose={() => choose(option)}
                />
              ))}
            </Popover.Content>
          </Popover.Positioner>
        </Portal>
      ) : null}
    </Popover.Root>
  );
}

interface ComboboxOptionProps {
  id: string;
  option: Option;
  isMarked: boolean;
  onMark: () => void;
  onChoose: () => void;
}

function ComboboxOption({ id, option, isMarked, onMark, onChoose }: ComboboxOptionProps) {
  return (
    <Box
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      display="flex"
      justifyContent="space-between"
      gap="3"
      px="2"
      py="1.5"
      borderRadius="badge"
      cursor="pointer"
      bg={isMarked ? 'accent.soft' : 'transparent'}
      color={isMarked ? 'accent.text' : 'ink'}
      onMouseMove={onMark}
      // The input keeps the focus: its blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{option.label}</span>
      {option.label.includes(option.value) ? null : (
        <Box as="span" textStyle="mono" color="ink.2">
          {option.value}
        </Box>
      )}
    </Box>
  );
}
