import { Box, Flex } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyAgeBar } from '../../../keys/key-age-bar.tsx';
import { keyLife } from '../../../keys/key-figures.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { KeyGroup } from '../rules/key-groups.ts';
import { FormerVersions } from './former-versions.tsx';

interface KeyCardProps {
  group: KeyGroup;
  /** Absent for a company that the user does not administer. */
  onRotate: (() => void) | undefined;
  onDelete: ((key: EncryptionKey) => void) | undefined;
}

const statusTones = { active: 'success', pending: 'info', expired: 'neutral' } as const;

/** One key of a company: its age, the rows under it, and its former versions. */
export function KeyCard({ group, onRotate, onDelete }: KeyCardProps) {
  const { t } = useTranslation('encryption-keys');
  const { current, former } = group;
  const life = current && keyLife(current, Date.now());
  return (
    <Card
      title={t(`card.title.${group.keyType}`)}
      badge={
        current && life ? (
          <>
            <StatusBadge tone={statusTones[current.status]}>{t(`keyStatus.${current.status}`)}</StatusBadge>
            {life.isExpiringSoon ? (
              <StatusBadge tone={life.tone === 'warning' ? 'warning' : 'neutral'}>
                {t('card.soon')}
              </StatusBadge>
            ) : null}
            {life.isOverdue ? <StatusBadge tone="error">{t('card.overdue')}</StatusBadge> : null}
          </>
        ) : null
      }
      actions={
        onRotate ? (
          <Button
            size="sm"
            icon={RotateCw}
            aria-label={t('card.rotateName', {
              type: t(`keyType.${group.keyType}`),
              company: group.companyName,
            })}
            onClick={onRotate}
          >
            {t('card.rotate')}
          </Button>
        ) : null
      }
    >
      <Box color="ink.2" mb="3">
        {group.companyName}
      </Box>
      {current ? <CurrentVersion current={current} /> : <Box color="ink.2">{t('card.none')}</Box>}
      {former.length > 0 ? <FormerVersions keys={former} onDelete={onDelete} /> : null}
    </Card>
  );
}

const DAY_MS = 86_400_000;

function CurrentVersion({ current }: { current: EncryptionKey }) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const life = keyLife(current, Date.now());
  const lived = Math.floor((Date.now() - Date.parse(current.createdAt)) / DAY_MS);
  const days = Number(/^P(\d+)D$/.exec(current.rotationSchedule)?.[1]);
  const age = {
    lived: format.number(lived),
    date: format.date(current.expiresAt),
    n: format.number(Math.abs(life.days)),
    count: Math.abs(life.days),
  };
  return (
    <Box display="grid" gap="4">
      <KeyAgeBar life={life} text={t(life.isOverdue ? 'card.agePast' : 'card.age', age)} />
      <KeyValue
        items={[
          { label: t('card.version'), value: format.number(current.version) },
          { label: t(`rowsOf.${current.keyType}`), value: <Rows of={current} /> },
          {
            label: t('card.algorithm'),
            value: t('card.bits', { name: current.algorithm, bits: current.keySize }),
          },
          {
            label: t('card.schedule'),
            value: Number.isNaN(days)
              ? current.rotationSchedule
              : t('card.every', { n: format.number(days) }),
          },
          {
            label: t('card.lastRotated'),
            value: current.lastRotated ? format.dateTime(current.lastRotated) : t('card.never'),
          },
          { label: t('card.reference'), value: <Mono>{current.hsmKeyReference}</Mono> },
        ]}
      />
      <Flex color="ink.2" textStyle="small">
        {t('card.onlyExpired')}
      </Flex>
    </Box>
  );
}

/** What is under a version; archives are files that nothing counts. */
function Rows({ of: { keyType, rowsOnVersion } }: { of: EncryptionKey }) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  if (rowsOnVersion !== null) return <>{format.number(rowsOnVersion)}</>;
  return <>{t(keyType === 'backup' ? 'card.notCounted' : 'card.unknown')}</>;
}
