import { Box } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { Input } from './input.tsx';

interface SearchInputProps {
  value: string;
  /** Called after a pause of 250 ms in typing. */
  onChange: (value: string) => void;
  /** Placeholder and accessible name. */
  label: string;
  /** What the search finds. */
  help?: string;
}

/** Search input of a list; the caller keeps the value in the URL. */
export function SearchInput({ value, onChange, label, help }: SearchInputProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 250);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Box position="relative" width={{ base: 'full', md: 'search' }}>
      <Box
        position="absolute"
        insetStart="2.5"
        top="0"
        bottom="0"
        display="flex"
        alignItems="center"
        color="ink.3"
        pointerEvents="none"
      >
        <Icon as={Search} />
      </Box>
      <Input
        type="search"
        ps="9"
        placeholder={label}
        aria-label={label}
        title={help}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Box>
  );
}
