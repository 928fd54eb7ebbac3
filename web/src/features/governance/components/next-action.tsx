import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Same height with and without a button. */
const HEIGHT = 'calc({sizes.controlSm} + {spacing.5})';

interface NextActionProps {
  /** Sentence that names the next action or says that there is none. */
  text: string;
  tone: 'error' | 'warning' | 'success';
  label?: string;
  onAct?: () => void;
}

/** One line with the state of the register and a button for the next action. */
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
  /** Show the line for an empty register too. Other registers explain the next action in their empty state. */
  hasEmpty?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The next action of a register; keeps its height while the rows load. */
export function NextOf<Row>({ page: { data, error }, hasEmpty, children }: NextOfProps<Row>) {
  if (data) return data.rows.length > 0 || hasEmpty ? children(data.rows) : null;
  return error ? null : <Skeleton display="block" width="full" height={HEIGHT} mb="4" borderRadius="card" />;
}
