import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

/** A tab, or a link that looks like one. */
export const tabStyle = {
  px: '1',
  py: '2',
  mb: '-px',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  textStyle: 'strong',
  color: 'ink.2',
  whiteSpace: 'nowrap',
  flexShrink: '0',
  _hover: { color: 'ink' },
} as const;

const Tab = chakra('button', {
  base: {
    ...tabStyle,
    cursor: 'pointer',
    bg: 'transparent',
    fontFamily: 'inherit',
    _selected: { color: 'accent.text', borderColor: 'accent' },
  },
});

interface TabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: ReadonlyArray<{ value: Value; label: string }>;
  value: Value;
  /** The selected tab; the caller stores it in the URL. */
  onChange: (value: Value) => void;
  /** Content of the selected tab. */
  children: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs of a screen. Arrow keys, Home and End move between them (WAI-ARIA tabs pattern). */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  function move(event: KeyboardEvent<HTMLButtonElement>, index: number): void {
    const step = steps[event.key];
    const to =
      step !== undefined
        ? (index + step + tabs.length) % tabs.length
        : { Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }
  return (
    <>
      <Flex
        role="tablist"
        aria-label={label}
        gap="4"
        mb="4"
        borderBottomWidth="1px"
        overflowX="auto"
        data-print="hide"
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label}
          </Tab>
        ))}
      </Flex>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </Box>
    </>
  );
}
