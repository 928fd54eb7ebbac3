import { Flex } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

/** What the form has achieved; announced. */
export function FormDone({ message }: { message: string }) {
  return (
    <Flex role="status" gap="2" p="2.5" mb="4" borderRadius="control" bg="success.soft" color="success">
      <Icon as={CircleCheck} />
      {message}
    </Flex>
  );
}
