import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { Muted } from './muted.tsx';

const Radio = chakra('input', { base: { accentColor: 'accent', boxSize: '4', mt: '0.5', flexShrink: '0' } });

interface RadioCardsProps {
  /** Accessible name of the group. */
  label: string;
  /** Shows the label: needed if no heading nearby states the question. */
  isLabelShown?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: ReadonlyArray<{ value: string; label: string; hint?: string }>;
}

/** Selection of one option, each with an explanation. */
export function RadioCards({ label, isLabelShown = false, value, onChange, options }: RadioCardsProps) {
  const id = useId();
  return (
    <Box
      role="radiogroup"
      {...(isLabelShown ? { 'aria-labelledby': `${id}-label` } : { 'aria-label': label })}
      display="grid"
      gap="2"
    >
      {isLabelShown ? (
        <Box id={`${id}-label`} textStyle="label" fontSize="body">
          {label}
        </Box>
      ) : null}
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <label key={option.value} htmlFor={`${id}-${option.value}`}>
            <Flex
              as="span"
              gap="2.5"
              p="3"
              borderWidth="1px"
              borderRadius="control"
              borderColor={isChosen ? 'accent' : 'line'}
              bg={isChosen ? 'accent.soft' : 'surface'}
              cursor="pointer"
            >
              <Radio
                type="radio"
                id={`${id}-${option.value}`}
                name={id}
                checked={isChosen}
                onChange={() => onChange(option.value)}
              />
              <span>
                <Box as="span" display="block" textStyle="strong">
                  {option.label}
                </Box>
                {option.hint ? <Muted>{option.hint}</Muted> : null}
              </span>
            </Flex>
          </label>
        );
      })}
    </Box>
  );
}
