import { Grid } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { keyGroups } from '../encryption-keys.ts';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { KeyCard } from './key-card.tsx';

interface KeyCardsProps {
  keys: readonly EncryptionKey[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Ids of the companies whose keys the user may change. */
  managed: ReadonlySet<number>;
}

/** Number of cards rendered at once; a deployment may have thousands of companies. */
const STEP = 60;

/** One card per key. */
export function KeyCards({ keys, error, onRetry, managed }: KeyCardsProps) {
  const { t } = useTranslation('encryption-keys');
  const { get, set } = useUrlState();
  const [shown, setShown] = useState(STEP);
  const [doomed, setDoomed] = useState<EncryptionKey | null>(null);
  if (!keys)
    return error ? (
      <Card>
        <ErrorState error={error} onRetry={onRetry} />
      </Card>
    ) : (
      <CardGrid>
        {['master', 'field', 'backup'].map((key) => (
          <Card key={key}>
            <SkeletonLines count={8} />
          </Card>
        ))}
      </CardGrid>
    );
  const groups = keyGroups(keys);
  const isFiltered = get('type') !== '';
  return (
    <>
      <StaleBanner error={error} onRetry={onRetry} />
      {groups.length === 0 ? (
        <Card>
          <EmptyState
            icon={KeyRound}
            title={t(isFiltered ? 'emptyFiltered' : 'empty')}
            hint={t('emptyHint')}
            action={
              isFiltered ? <Button onClick={() => set({ type: null })}>{t('clearFilter')}</Button> : undefined
            }
          />
        </Card>
      ) : (
        <CardGrid>
          {groups.slice(0, shown).map((group) => {
            const mayChange = managed.has(group.companyId);
            return (
              <KeyCard
                key={group.id}
                group={group}
                onRotate={mayChange ? () => set({ rotate: group.id }, { push: true }) : undefined}
                onDelete={mayChange ? setDoomed : undefined}
              />
            );
          })}
        </CardGrid>
      )}
      {groups.length > shown ? (
        <Button mt="4" onClick={() => setShown(shown + STEP)}>
          {t('more', { n: groups.length - shown })}
        </Button>
      ) : null}
      {doomed ? <DeleteKeyDialog of={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

function CardGrid({ children }: { children: ReactNode }) {
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        lg: 'repeat(2, minmax(0, 1fr))',
        xl: 'repeat(3, minmax(0, 1fr))',
      }}
      gap="4"
      alignItems="start"
    >
      {children}
    </Grid>
  );
}
