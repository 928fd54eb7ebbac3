import { Box, Flex } from '@chakra-ui/react';
import { Circle, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';

/** The requirements, each ticked once the typed password meets it. */
export function PasswordRequirements({ password }: { password: string }) {
  const { t } = useTranslation('session');
  return (
    <Box bg="sunken" borderRadius="control" p="3" color="ink.2">
      <Box textStyle="label" color="ink" mb="1.5">
        {t('change.requirements')}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="1">
        {passwordRules.map(({ key, isMet }) => {
          const met = isMet(password);
          return (
            <Flex as="li" key={key} align="center" gap="2" color={met ? 'success' : undefined}>
              <Icon as={met ? CircleCheck : Circle} size={14} />
              {t(`change.rule.${key}`)}
              {met ? (
                <Box as="span" srOnly>
                  {t('change.met')}
                </Box>
              ) : null}
            </Flex>
          );
        })}
      </Box>
    </Box>
  );
}

/** Requirements of a new password in display order. The contract's schema decides; this only shows progress. */
const passwordRules = [
  { key: 'length', isMet: (password: string) => password.length >= 12 },
  { key: 'upper', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lower', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', isMet: (password: string) => /\d/.test(password) },
  { key: 'special', isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;
