import { Flex } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

/** An error about the whole form. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Flex role="alert" gap="2" align="center" p="2.5" borderRadius="control" bg="error.soft" color="error">
      <Icon as={TriangleAlert} />
      <span>{message}</span>
    </Flex>
  );
}

/** The success of a form, announced by screen readers. */
export function FormDone({ message }: { message: string }) {
  return (
    <Flex role="status" gap="2" p="2.5" mb="4" borderRadius="control" bg="success.soft" color="success">
      <Icon as={CircleCheck} />
      {message}
    </Flex>
  );
}
