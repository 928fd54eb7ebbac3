import { Box, Flex } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { RotateCw, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { KeyAgeBar } from '../../../keys/key-age-bar.tsx';
import { keyLife } from '../../../keys/key-figures.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { deletionOf, type KeyGroup } from '../encryption-keys.ts';

interface KeyCardProps {
  group: KeyGroup;
  /** undefined for a company that the user does not administer. */
  onRotate: (() => void) | undefined;
  onDelete: ((key: EncryptionKey) => void) | undefined;
}

const statusTones = { active: 'success', pending: 'info', expired: 'neutral' } as const;

/** One key of a company: its age, the number of rows under it, and its expired versions. */
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

/** Number of rows under a version. Archives are files and are not counted. */
function Rows({ of: { keyType, rowsOnVersion } }: { of: EncryptionKey }) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  if (rowsOnVersion !== null) return <>{format.number(rowsOnVersion)}</>;
  return <>{t(keyType === 'backup' ? 'card.notCounted' : 'card.unknown')}</>;
}

interface FormerVersionsProps {
  keys: readonly EncryptionKey[];
  onDelete: ((key: EncryptionKey) => void) | undefined;
}

/** Expired versions: replacement date, remaining rows, and whether each can be deleted. */
function FormerVersions({ keys, onDelete }: FormerVersionsProps) {
  const { t } = useTranslation('encryption-keys');
  return (
    <Box mt="4" pt="3" borderTopWidth="1px">
      <Box textStyle="label" color="ink.2" mb="2">
        {t('former.title')}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="2">
        {keys.map((key) => (
          <FormerVersion key={key.id} of={key} onDelete={onDelete} />
        ))}
      </Box>
    </Box>
  );
}

function FormerVersion({
  of: key,
  onDelete,
}: {
  of: EncryptionKey;
  onDelete: FormerVersionsProps['onDelete'];
}) {
  const { t } = useTranslation('encryption-keys');
  const format = useFormat();
  const reasonId = useId();
  const deletion = deletionOf(key);
  const rows = key.rowsOnVersion ?? 0;
  return (
    <Flex as="li" gap="3" align="flex-start">
      <Box flex="1" minWidth="0">
        <Box>
          {t('former.version', {
            version: key.version,
            date: key.rotatedAt ? format.date(key.rotatedAt) : '–',
          })}
        </Box>
        <Box id={reasonId} textStyle="small" color="ink.2">
          {t(`former.${deletion}`, { count: rows, n: format.number(rows) })}
        </Box>
      </Box>
      {onDelete ? (
        <IconButton
          size="sm"
          icon={Trash2}
          color="error"
          label={t('former.delete', { version: key.version })}
          aria-describedby={reasonId}
          disabled={deletion === 'rows' || deletion === 'archives'}
          onClick={() => onDelete(key)}
        />
      ) : null}
    </Flex>
  );
}
