import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** Says which lines above the header row of a CSV are not read. */
export function TitleLines({ count }: { count: number }) {
  const { t } = useTranslation('imports');
  if (count === 0) return null;
  return (
    <Box role="status" px="4" py="3" borderBottomWidth="1px" bg="warning.soft">
      {t('file.titleLines', { count })}
    </Box>
  );
}
