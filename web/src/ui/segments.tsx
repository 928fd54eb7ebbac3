import { Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';

const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    height: 'control',
    px: '3',
    textStyle: 'label',
    color: 'ink.2',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    borderInlineStartWidth: '1px',
    borderColor: 'line.strong',
    _first: { borderInlineStartWidth: '0' },
    '&:has(:checked)': { bg: 'accent.soft', color: 'accent.text' },
    '&:hover:not(:has(:checked))': { bg: 'hover' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
  },
});

/** The radio input is invisible; its label shows the state. */
const Radio = chakra('input', {
  base: { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', margin: '0' },
});

interface SegmentsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: ReadonlyArray<{ value: Value; label: string }>;
}

/** Selection of one of a few short options, all visible, such as a range of days. */
export function Segments<Value extends string>({ label, value, onChange, options }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <Flex
      role="radiogroup"
      aria-label={label}
      bg="surface"
      borderWidth="1px"
      borderColor="line.strong"
      borderRadius="control"
      overflow="hidden"
    >
      {options.map((option) => (
        <Segment key={option.value}>
          <Radio
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </Segment>
      ))}
    </Flex>
  );
}
