import { Box, Flex } from '@chakra-ui/react';
import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { byteText } from '../rules/byte-text.ts';
import type { FileFormat, FileHead } from '../rules/file-head.ts';

interface FileBarProps {
  file: File;
  format: FileFormat;
  head: FileHead;
  onOtherFile: () => void;
}

/** The selected file, and a button to choose another one. */
export function FileBar({ file, format, head, onOtherFile }: FileBarProps) {
  const { t } = useTranslation('imports');
  const formats = useFormat();
  return (
    <Flex align="center" gap="2.5" px="4" py="3" borderBottomWidth="1px" wrap="wrap">
      <Box color="accent.text" display="inline-flex">
        <Icon as={FileText} size={20} />
      </Box>
      <Box minWidth="0" flex="1">
        <Box as="h2" textStyle="strong" overflow="hidden" textOverflow="ellipsis">
          {withoutDirectionMarks(file.name)}
        </Box>
        <Box textStyle="small" color="ink.2">
          {t(head.isEstimate ? 'file.sizeAbout' : 'file.size', {
            size: byteText(file.size, formats.decimal),
            count: head.rowCount,
            n: formats.number(head.rowCount),
          })}
        </Box>
      </Box>
      <StatusBadge tone="neutral">{format === 'text/csv' ? 'CSV' : 'NDJSON'}</StatusBadge>
      <Button size="sm" onClick={onOtherFile}>
        {t('file.other')}
      </Button>
    </Flex>
  );
}
