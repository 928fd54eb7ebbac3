import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { type FileFormat, type FileHead, readHead } from '../rules/file-head.ts';
import { ImportSetup } from './import-setup.tsx';

interface Chosen {
  file: File;
  format: FileFormat;
  head: FileHead;
}

/** The browser parses the beginning of the chosen file. Only the Import button uploads it. */
export function NewImport({ company }: { company: Company }) {
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState('');

  async function choose(file: File): Promise<void> {
    const { format, head } = await readHead(file);
    if (typeof head === 'string') {
      setProblem(t(`file.${head}`, { name: file.name }));
      return;
    }
    setProblem('');
    setChosen({ file, format, head });
  }

  if (chosen) {
    return (
      <ImportSetup
        key={`${chosen.file.name}-${chosen.file.lastModified}-${chosen.file.size}`}
        {...chosen}
        company={company}
        onOtherFile={() => setChosen(null)}
      />
    );
  }
  return (
    <Card title={t('import.choose')}>
      <FileDrop problem={problem} onFile={(file) => void choose(file)} />
    </Card>
  );
}

interface FileDropProps {
  problem: string;
  onFile: (file: File) => void;
}

/** A native file input stretched over the area, so that drop, click and keyboard work. */
function FileDrop({ problem, onFile }: FileDropProps) {
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
              // Without this, choosing the same (corrected) file again would fire no change event.
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
