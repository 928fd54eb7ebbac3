import { Box } from '@chakra-ui/react';
import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

/** What is moving under a new version now: how far, how fast, how long still. It goes on without this page. */
export function RunningRotations({ rotations }: { rotations: readonly ListedRotation[] }) {
  const { t } = useTranslation('encryption-keys');
  const open = rotations.filter(({ status }) => status !== 'done');
  if (open.length === 0) return null;
  return (
    <Card title={t('rotation.running')} mb="4">
      <Box display="grid" gap="5">
        {open.map((one) => (
          <Box key={one.id}>
            <ProgressBar
              label={t('rotation.ofVersion', {
                type: t(`keyType.${one.keyType}`),
                company: one.company.name,
                version: one.toVersion,
              })}
              done={one.rewrapped}
              total={one.total}
              perSecond={isMoving(one) ? one.perSecond : undefined}
              unit={t(`unit.${one.keyType}`)}
              tone={one.status === 'blocked' ? 'error' : 'accent'}
            />
            <Box color="ink.2" textStyle="small" mt="1.5">
              {t(`rotation.${phaseOf(one)}`)}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

const isMoving = ({ status, rewrapped, total, perSecond }: ListedRotation) =>
  status === 'running' && rewrapped < total && perSecond > 0;

type Phase = 'blocked' | 'counting' | 'moving' | 'settling';

/** settling: nothing is left to move, and the former version waits until no process can be using it. */
function phaseOf({ status, rewrapped, total }: ListedRotation): Phase {
  if (status === 'blocked') return 'blocked';
  if (total === 0) return 'counting';
  return rewrapped < total ? 'moving' : 'settling';
}
