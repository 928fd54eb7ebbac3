import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface NextActionProps {
  /** What to do, as a sentence, or that nothing waits. */
  text: string;
  tone: 'error' | 'warning' | 'success';
  label?: string;
  onAct?: () => void;
}

/** Answers the screen's question in one line and offers the next step. */
export function NextAction({ text, tone, label, onAct }: NextActionProps) {
  const { t } = useTranslation('governance');
  return (
    <Flex
      role="status"
      aria-label={t('next')}
      align="center"
      gap="2"
      wrap="wrap"
      px="4"
      py="2.5"
      mb="4"
      borderRadius="card"
      bg={`${tone}.soft`}
      color={tone}
    >
      <Icon as={tone === 'success' ? CircleCheck : TriangleAlert} />
      <Box flex="1" flexBasis="52" minWidth="0" textStyle="strong">
        {text}
      </Box>
      {label && onAct ? (
        <Button size="sm" onClick={onAct}>
          {label}
        </Button>
      ) : null}
    </Flex>
  );
}
