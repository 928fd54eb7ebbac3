import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { type FileFormat, type FileHead, readHead } from '../rules/file-head.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportSetup } from './import-setup.tsx';

interface Chosen {
  file: File;
  format: FileFormat;
  head: FileHead;
}

/** A chosen file is parsed in this browser; only the Import button sends it. */
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
