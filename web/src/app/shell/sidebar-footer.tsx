import { Box, Flex } from '@chakra-ui/react';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../client/queries.ts';
import { useCompanyZone } from '../../company/company-zone.ts';
import { environmentConfig, readEnvironment, versionLabel } from '../../environment/environments.ts';
import { isSameClock } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { encryptionTone, keyStoreLine } from '../../keys/key-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { useIsLow } from '../../ui/use-media.ts';
import { EnvironmentSwitcher } from './environment-switcher.tsx';

/** This call does not extend the session. */
const REFRESH_MS = 30_000;

/** State of the deployment. A low window shows its two states, and the rest in a popover. */
export function SidebarFooter() {
  const { t } = useTranslation('app');
  const { data } = useQuery({ ...callQuery('GET /environment/status'), refetchInterval: REFRESH_MS });
  const isLow = useIsLow();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box mx="2.5" px="2" pt="2" pb="2.5" borderTopWidth="1px" textStyle="small" color="ink.2">
      {isLow ? (
        <Popover
          isOpen={isOpen}
          onOpenChange={setOpen}
          label={t('footer.label')}
          placement="top-start"
          trigger={
            <Button variant="ghost" size="sm" width="full" justifyContent="flex-start" px="0">
              <Dot tone={data ? deploymentTone(data) : 'neutral'}>{t('footer.label')}</Dot>
              <Icon as={ChevronsUpDown} size={14} />
            </Button>
          }
        >
          <Box p="3" width="sidebar" textStyle="small" color="ink.2">
            <Lines status={data} />
          </Box>
        </Popover>
      ) : (
        <Lines status={data} />
      )}
    </Box>
  );
}

/** The worse of the two states. */
function deploymentTone({ keyStore, encryption }: EnvironmentStatus): Tone {
  const tones = [keyStoreLine(keyStore).tone, encryptionTone(encryption)];
  return (['error', 'warning'] as const).find((tone) => tones.includes(tone)) ?? 'success';
}

/**
 * Key store, encryption, database, version. Switcher, suffix of the version and debug note are of the environment that
 * this browser has selected; the deployment's own is named if it differs.
 */
function Lines({ status: data }: { status: EnvironmentStatus | undefined }) {
  const { t } = useTranslation('app');
  const format = useFormat();
  const zone = useCompanyZone();
  const chosen = readEnvironment();
  const keyStore = data ? keyStoreLine(data.keyStore) : undefined;
  const notes = [
    ...(isSameClock(zone, Date.now()) ? [] : [t('footer.zone', { zone: zone.replaceAll('_', ' ') })]),
    ...(data && data.environment !== chosen
      ? [t('footer.deployment', { name: t(`environment.${data.environment}`) })]
      : []),
  ];
  return (
    <Box display="grid" gap="0.5">
      <Dot tone={keyStore?.tone ?? 'neutral'}>
        {keyStore
          ? t(`keyStore.${keyStore.text}`, {
              name: keyStore.name,
              status: t(`keyStore.${data?.keyStore.status}`),
            })
          : t('footer.loading')}
      </Dot>
      <Flex justify="space-between" gap="2" wrap="wrap">
        <Dot tone={data ? encryptionTone(data.encryption) : 'neutral'}>
          {data ? t(`encryption.${data.encryption}`) : t('footer.loading')}
        </Dot>
        {environmentConfig().debug ? <span>{t('footer.debug')}</span> : null}
      </Flex>
      <Flex justify="space-between" align="center" gap="2">
        <Mono>{data ? databaseLabel(data.database) : t('footer.loading')}</Mono>
        <EnvironmentSwitcher />
      </Flex>
      <Mono>{data ? versionLabel(data.version) : t('footer.loading')}</Mono>
      {data ? (
        <span>{t('footer.built', { at: format.dateTime(data.buildTime) })}</span>
      ) : (
        <Skeleton width="32" height="3" />
      )}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
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
