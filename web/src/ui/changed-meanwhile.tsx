import { Box, Flex } from '@chakra-ui/react';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../client/is-changed-meanwhile.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ChangedMeanwhileProps {
  /** Error of the save; only 412 is shown. */
  error: unknown;
  onReload: () => void;
}

/** Message in a form whose save was refused because the entry was changed after it was opened. */
export function ChangedMeanwhile({ error, onReload }: ChangedMeanwhileProps) {
  const { t } = useTranslation('ui');
  if (!isChangedMeanwhile(error)) return null;
  return (
    <Flex
      role="alert"
      align="center"
      gap="2"
      p="3"
      mb="3"
      borderRadius="control"
      bg="warning.soft"
      color="warning"
      wrap="wrap"
    >
      <Icon as={TriangleAlert} />
      <Box flex="1" minWidth="44">
        {t('changedMeanwhile.text')}
      </Box>
      <Button size="sm" icon={RotateCw} onClick={onReload}>
        {t('changedMeanwhile.reload')}
      </Button>
    </Flex>
  );
}
