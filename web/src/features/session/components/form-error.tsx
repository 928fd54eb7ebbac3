import { Flex } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

/** What is wrong with the whole form. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Flex role="alert" gap="2" align="center" p="2.5" borderRadius="control" bg="error.soft" color="error">
      <Icon as={TriangleAlert} />
      <span>{message}</span>
    </Flex>
  );
}
