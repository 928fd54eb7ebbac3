import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../../ui/language-menu.tsx';
import { Logo } from '../../../ui/logo.tsx';

interface EntranceProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** The page around login, admin setup and password reset. */
export function Entrance({ title, subtitle, children }: EntranceProps) {
  const { t } = useTranslation('session');
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · PII Vault`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return (
    <Flex direction="column" align="center" minHeight="100dvh" px="4" pt={{ base: '10', md: '24' }} pb="8">
      <Box as="main" width="full" maxWidth="form">
        <Flex justify="center" mb="6">
          <Logo />
        </Flex>
        <Box bg="surface" borderWidth="1px" borderRadius="card" boxShadow="card" p={{ base: '5', md: '7' }}>
          <Box as="h1" textStyle="title">
            {title}
          </Box>
          <Box color="ink.2" mb="5">
            {subtitle}
          </Box>
          {children}
        </Box>
      </Box>
      <Box as="footer" mt="5" textStyle="small" color="ink.2" textAlign="center">
        {t('motto')}
        <Box mt="2">
          <LanguageMenu />
        </Box>
      </Box>
    </Flex>
  );
}
