import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { factsOf, isAttempt } from '../../rules/threats.ts';
import { useAttemptColumns } from '../attempts/attempt-columns.tsx';
import { useThreatWords } from './use-threat-words.ts';

/** Attempts as a table; whatever else a kind shows as its evidence as name and value. */
export function Evidence({ evidence, id }: { evidence: readonly object[]; id: string }) {
  const { t } = useTranslation('security');
  const words = useThreatWords();
  const columns = useAttemptColumns();
  const attempts = evidence.filter(isAttempt);
  const facts = evidence.filter((one) => !isAttempt(one)).flatMap(factsOf);
  if (evidence.length === 0) return null;
  return (
    <Box mt="4">
      <Box as="h3" textStyle="strong" mb="2">
        {t('threats.evidence')}
      </Box>
      {facts.length > 0 ? (
        <KeyValue
          items={facts.map(({ name, value }) => ({ label: words.fact(name), value: String(value) }))}
        />
      ) : null}
      {attempts.length > 0 ? (
        <Box borderWidth="1px" borderRadius="control" overflow="hidden">
          <DataTable
            id={`evidence-${id}`}
            label={t('threats.evidence')}
            columns={columns}
            rows={attempts}
            rowKey={(attempt) => String(attempt.id)}
            hasToolbar={false}
            empty={null}
          />
        </Box>
      ) : null}
    </Box>
  );
}
