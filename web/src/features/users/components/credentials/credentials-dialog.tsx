import { Box } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useApiCredentials } from '../../api/api-credentials.ts';
import type { ShownCredentials } from '../../api/change-api-credentials.ts';
import { userName } from '../../rules/user-name.ts';
import { CredentialActions } from './credential-actions.tsx';
import { CredentialStatus } from './credential-status.tsx';
import { ShownSecret } from './shown-secret.tsx';

/** API Credentials of a user. A secret that was not copied is not closed away without a question. */
export function CredentialsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useApiCredentials(user.id);
  const [shown, setShown] = useState<ShownCredentials | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (shown && !isCopied && !isAsking ? setAsking(true) : onClose());

  function show(credentials: ShownCredentials | null): void {
    setShown(credentials);
    setCopied(false);
    setAsking(false);
  }

  const question = (
    <>
      <Box role="alert" flex="1" alignSelf="center" textStyle="strong">
        {t('credentials.notCopied')}
      </Box>
      <Button autoFocus onClick={() => setAsking(false)}>
        {t('credentials.back')}
      </Button>
      <Button variant="danger" onClick={onClose}>
        {t('credentials.closeAnyway')}
      </Button>
    </>
  );

  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('credentials.title')}
      description={t('credentials.text', { name: userName(user) })}
      footer={isAsking ? question : <Button onClick={close}>{t('close')}</Button>}
    >
      <Box display="grid" gap="4">
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error ? <SkeletonLines /> : null}
        {data ? (
          <>
            <CredentialStatus credentials={data} />
            {shown ? <ShownSecret credentials={shown} onCopied={() => setCopied(true)} /> : null}
            <CredentialActions user={user} hasCredentials={data.hasCredentials} onShown={show} />
          </>
        ) : null}
      </Box>
    </Dialog>
  );
}
