import { Box, Flex } from '@chakra-ui/react';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../client/queries.ts';
import { useCompanyZone } from '../../company/company-zone.ts';
import { environmentConfig, readEnvironment, versionLabel } from '../../environment/environments.ts';
import { isSameClock } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { encryptionTone, keyStoreLine } from '../../keys/key-store.ts';
import { Mono } from '../../ui/mono.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { EnvironmentSwitcher } from './environment-switcher.tsx';

/** This call does not extend the session. */
const REFRESH_MS = 30_000;

/**
 * State of the deployment: key store, encryption, database, version. Badge, suffix of the version and debug note are of
 * the environment that this browser has selected; the deployment's own is named if it differs.
 */
export function SidebarFooter() {
  const { t } = useTranslation('app');
  const format = useFormat();
  const zone = useCompanyZone();
  const { data } = useQuery({ ...callQuery('GET /environment/status'), refetchInterval: REFRESH_MS });
  const chosen = readEnvironment();
  const keyStore = data ? keyStoreLine(data.keyStore) : undefined;
  return (
    <Box
      mx="2.5"
      px="2"
      pt="3"
      pb="3.5"
      borderTopWidth="1px"
      textStyle="small"
      color="ink.2"
      display="grid"
      gap="2"
    >
      <Dot tone={keyStore?.tone ?? 'neutral'}>
        {keyStore
          ? t(`keyStore.${keyStore.text}`, {
              name: keyStore.name,
              status: t(`keyStore.${data?.keyStore.status}`),
            })
          : t('footer.loading')}
      </Dot>
      <Dot tone={data ? encryptionTone(data.encryption) : 'neutral'}>
        {data ? t(`encryption.${data.encryption}`) : t('footer.loading')}
      </Dot>
      <Flex justify="space-between" align="center" gap="2" minHeight="badge">
        <Mono>{data ? databaseLabel(data.database) : t('footer.loading')}</Mono>
        <StatusBadge tone="neutral">{t(`environment.${chosen}`)}</StatusBadge>
      </Flex>
      <Box>
        <Mono>{data ? versionLabel(data.version) : t('footer.loading')}</Mono>
        <Box color="ink.2">
          {data ? (
            t('footer.built', { at: format.dateTime(data.buildTime) })
          ) : (
            <Skeleton width="40" height="3" />
          )}
        </Box>
        {isSameClock(zone, Date.now()) ? null : (
          <Box>{t('footer.zone', { zone: zone.replaceAll('_', ' ') })}</Box>
        )}
        {environmentConfig().debug ? <Box>{t('footer.debug')}</Box> : null}
        {data && data.environment !== chosen ? (
          <Box>{t('footer.deployment', { name: t(`environment.${data.environment}`) })}</Box>
        ) : null}
      </Box>
      <EnvironmentSwitcher />
    </Box>
  );
}

function Dot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Flex align="baseline" gap="2">
      <Box position="relative" top="-px" boxSize="1.5" borderRadius="full" bg={tone} flexShrink="0" />
      {children}
    </Flex>
  );
}

/** Maximum length of the database's name in the footer. */
const DATABASE_NAME_MAX = 12;

const databaseLabel = ({ name, isTest }: EnvironmentStatus['database']): string =>
  `${name.slice(0, DATABASE_NAME_MAX)}${isTest ? ' (TEST)' : ''}`;
