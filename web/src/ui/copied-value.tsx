import { Box, Flex } from '@chakra-ui/react';
import { CopyButton } from './copy-button.tsx';
import { Mono } from './mono.tsx';

interface CopiedValueProps {
  label: string;
  text: string;
  /** Accessible name of the button. */
  copyLabel: string;
  onCopied?: () => void;
}

/** A value below its label, with a copy button. */
export const CopiedValue = ({ label, text, copyLabel, onCopied }: CopiedValueProps) => (
  <Flex align="center" gap="2">
    <Box flex="1" minWidth="0">
      <Box textStyle="small" color="ink.2">
        {label}
      </Box>
      <Mono overflowWrap="anywhere">{text}</Mono>
    </Box>
    <CopyButton text={text} label={copyLabel} {...(onCopied ? { onCopied } : {})} />
  </Flex>
);
