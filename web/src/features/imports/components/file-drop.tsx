import { Box, Flex } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { Strong } from '../../../ui/strong.tsx';

interface FileDropProps {
  problem: string;
  onFile: (file: File) => void;
}

/** The platform's own file input stretched over the area, so that a drop, a click and the keyboard all work. */
export function FileDrop({ problem, onFile }: FileDropProps) {
  const { t } = useTranslation('imports');
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <>
      <Flex
        direction="column"
        align="center"
        textAlign="center"
        gap="1"
        px="5"
        py="10"
        position="relative"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'accent' : 'line.strong'}
        borderRadius="card"
        bg={isOver ? 'accent.soft' : 'sunken'}
        _focusWithin={{ borderColor: 'accent', boxShadow: 'focus' }}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <Flex
          align="center"
          justify="center"
          boxSize="10"
          mb="1"
          borderRadius="full"
          bg="accent.soft"
          color="accent.text"
        >
          <Icon as={FileUp} size={20} />
        </Flex>
        <label htmlFor={id}>
          <Strong>{t('file.choose')}</Strong>
        </label>
        <Box color="ink.2" maxWidth="prose">
          {t('file.hint')}
        </Box>
        <Box asChild position="absolute" inset="0" opacity="0" cursor="pointer">
          <input
            id={id}
            type="file"
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
              // The same file, corrected, can be chosen again.
              event.target.value = '';
            }}
          />
        </Box>
      </Flex>
      {problem ? (
        <Box id={`${id}-problem`} role="alert" color="error" mt="2">
          {problem}
        </Box>
      ) : null}
    </>
  );
}
