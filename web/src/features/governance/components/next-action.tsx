import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** With and without a button. */
const HEIGHT = 'calc({sizes.controlSm} + {spacing.5})';

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
      minHeight={HEIGHT}
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

interface NextOfProps<Row> {
  page: { readonly data: { readonly rows: readonly Row[] } | undefined; readonly error: unknown };
  /** There is an action without rows too; other empty registers say by themselves what to do. */
  hasEmpty?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The next action of a register, with its room while the rows are on their way. */
export function NextOf<Row>({ page: { data, error }, hasEmpty, children }: NextOfProps<Row>) {
  if (data) return data.rows.length > 0 || hasEmpty ? children(data.rows) : null;
  return error ? null : <Skeleton display="block" width="full" height={HEIGHT} mb="4" borderRadius="card" />;
}
