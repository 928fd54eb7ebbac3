import { Box, Flex } from '@chakra-ui/react';
import { ArrowDown, Database, FileKey, Fingerprint, KeyRound, Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CompanyEncryption } from '../rules/company-encryption.ts';

interface KeyLayersProps {
  rows: readonly CompanyEncryption[];
  /** What the key store calls itself. */
  store: string;
}

/** The layers from the key store to a value: each decrypts only the next one. */
export function KeyLayers({ rows, store }: KeyLayersProps) {
  const { t } = useTranslation('encryption');
  const format = useFormat();
  const sum = (count: (row: CompanyEncryption) => number | null) =>
    rows.some((row) => count(row) === null)
      ? '–'
      : format.number(rows.reduce((total, row) => total + (count(row) ?? 0), 0));
  const layers = [
    { key: 'store', icon: Server, figure: store },
    { key: 'master', icon: KeyRound, figure: sum(({ master }) => (master ? 1 : 0)) },
    { key: 'field', icon: FileKey, figure: sum(({ field }) => (field ? 1 : 0)) },
    { key: 'person', icon: Fingerprint, figure: sum(({ people }) => people) },
    { key: 'values', icon: Database, figure: sum(({ company }) => company.piiRecords) },
  ] as const;
  return (
    <Card title={t('layers.title')} mt="4">
      <Box as="ol" listStyleType="none" display="grid" gap="1">
        {layers.map(({ key, icon, figure }, index) => (
          <Box as="li" key={key}>
            {index === 0 ? null : (
              <Flex align="center" gap="2" color="ink.2" textStyle="small" py="1" ps="3">
                <Icon as={ArrowDown} size={14} />
                {t(`layers.${key}.wraps`)}
              </Flex>
            )}
            <Flex align="center" gap="3" p="2.5" bg="sunken" borderRadius="control" wrap="wrap">
              <Box color="accent.text" flexShrink="0">
                <Icon as={icon} />
              </Box>
              <Box flex="1" minWidth="40">
                <Box textStyle="strong">{t(`layers.${key}.name`)}</Box>
                <Box color="ink.2" textStyle="small">
                  {t(`layers.${key}.text`)}
                </Box>
              </Box>
              <Box textStyle="strong" textAlign="end">
                {figure}
              </Box>
            </Flex>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
