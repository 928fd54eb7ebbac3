import { Box, Flex } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { deletionOf } from '../rules/deletion.ts';

interface FormerVersionsProps {
  keys: readonly EncryptionKey[];
  onDelete: ((key: EncryptionKey) => void) | undefined;
}

/** Expired versions: when each was replaced, what is still under it, and whether it can be deleted. */
export function FormerVersions({ keys, onDelete }: FormerVersionsProps) {
  const { t } = useTranslation('encryption-keys');
  return (
    <Box mt="4" pt="3" borderTopWidth="1px">
      <Box textStyle="label" color="ink.2" mb="2">
        {t('former.title')}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="2">
        {keys.map((key) => (
          <FormerVersion key={key.id} of={key} onDelete={onDelete} />
        ))}
      </Box>
    </Box>
  );
}

function FormerVersion({
  of: key,
  onDelete,
}: {
  of: EncryptionKey;
  onDelete: FormerVersionsProps['onDelete'];
}) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const reasonId = useId();
  const deletion = deletionOf(key);
  const rows = key.rowsOnVersion ?? 0;
  return (
    <Flex as="li" gap="3" align="flex-start">
      <Box flex="1" minWidth="0">
        <Box>
          {t('former.version', {
            version: key.version,
            date: key.rotatedAt ? format.date(key.rotatedAt) : '–',
          })}
        </Box>
        <Box id={reasonId} textStyle="small" color="ink.2">
          {t(`former.${deletion}`, { count: rows, n: format.number(rows) })}
        </Box>
      </Box>
      {onDelete ? (
        <IconButton
          size="sm"
          icon={Trash2}
          color="error"
          label={t('former.delete', { version: key.version })}
          aria-describedby={reasonId}
          disabled={deletion === 'rows' || deletion === 'archives'}
          onClick={() => onDelete(key)}
        />
      ) : null}
    </Flex>
  );
}
