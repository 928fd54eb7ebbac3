import { Box, Flex } from '@chakra-ui/react';
import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import { useTranslation } from 'react-i18next';
import { useCompanyName } from '../../../../company/use-companies.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { accessTones } from '../../rules/user-tones.ts';
import { RoleBadge } from '../role-badge.tsx';

/** One session or credential: kind, creation, last use, maker and address. */
export function SessionRow({ session, onEnd }: { session: LiveSession; onEnd: () => void }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const companyName = useCompanyName();
  const { kind, createdAt, lastSeenAt, createdByName, expiresAt, companyId, role, isCurrent } = session;
  const name = t(`sessions.kind.${kind}`);
  const facts = [
    { label: t('sessions.created'), value: format.dateTime(createdAt) },
    {
      label: t('sessions.lastUsed'),
      value: lastSeenAt ? <RelativeTime at={lastSeenAt} /> : t('never'),
    },
    { label: t('sessions.by'), value: createdByName ?? t('sessions.unknown') },
    { label: t('sessions.expires'), value: expiresAt ? format.dateTime(expiresAt) : t('sessions.noEnd') },
    ...(companyId === null ? [] : [{ label: t('column.company'), value: companyName(companyId) }]),
    ...(role === null ? [] : [{ label: t('column.role'), value: <RoleBadge role={role} /> }]),
    ...(session.ipAddress ? [{ label: t('sessions.address'), value: <Mono>{session.ipAddress}</Mono> }] : []),
    ...(session.userAgent ? [{ label: t('sessions.agent'), value: session.userAgent }] : []),
  ];
  return (
    <Box as="li" py="3" borderTopWidth="1px" textStyle="small">
      <Flex align="center" gap="2" mb="2" minHeight="controlSm" wrap="wrap">
        <StatusBadge tone={accessTones[kind]}>{name}</StatusBadge>
        {isCurrent ? <StatusBadge tone="success">{t('sessions.current')}</StatusBadge> : null}
        {isCurrent ? null : (
          <Button
            size="sm"
            variant="ghost"
            color="error"
            ms="auto"
            aria-label={t('sessions.endOf', { kind: name, at: format.dateTime(createdAt) })}
            onClick={onEnd}
          >
            {t('sessions.end')}
          </Button>
        )}
      </Flex>
      <KeyValue items={facts} />
    </Box>
  );
}
