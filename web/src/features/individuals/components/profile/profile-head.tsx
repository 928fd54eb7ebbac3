import { Box, Flex } from '@chakra-ui/react';
import type { IndividualProfile } from '@pii-vault/contract/individuals/individuals-schema';
import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { individualName } from '../../rules/individual-id.ts';

const short = (masterKey: string) => `${masterKey.slice(0, 4)}…${masterKey.slice(-4)}`;

interface ProfileHeadProps {
  person: IndividualProfile;
  /** At the right end. */
  actions: ReactNode;
}

/** Who this is: the two ids that stand for a person. */
export function ProfileHead({ person, actions }: ProfileHeadProps) {
  const { t } = useTranslation('individuals');
  return (
    <Flex align="center" gap="2.5">
      <Flex
        align="center"
        justify="center"
        boxSize="9"
        flexShrink="0"
        borderRadius="full"
        bg="accent.soft"
        color="accent.text"
      >
        <Icon as={UserRound} />
      </Flex>
      <Box flex="1" minWidth="0">
        <Box as="h2" textStyle="strong" fontFamily="mono">
          {individualName(person.id)}
        </Box>
        <Box color="ink.2" title={`${t('masterKey')} ${person.masterKey}`}>
          <Mono>{short(person.masterKey)}</Mono>
        </Box>
      </Box>
      {actions}
    </Flex>
  );
}
