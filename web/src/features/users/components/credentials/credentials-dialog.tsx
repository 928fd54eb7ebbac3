import { Box } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { OnceDialog } from '../../../../ui/once-dialog.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { type ShownCredentials, useApiCredentials, useIssueCredentials } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';
import { CredentialActions } from './credential-actions.tsx';
import { CredentialStatus } from './credential-status.tsx';
import { ShownSecret } from './shown-secret.tsx';

/**
 * API Credentials of a user. It cannot be closed while a secret is made, which is returned once; closing it before the
 * secret is copied asks first.
 */
export function CredentialsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useApiCredentials(user.id);
  const [shown, setShown] = useState<ShownCredentials | null>(null);
  const [isCopied, setCopied] = useState(false);
  const issue = useIssueCredentials(user.id);
  const close = () => (issue.isPending ? undefined : onClose());
  function show(credentials: ShownCredentials | null): void {
    setShown(credentials);
    setCopied(false);
  }

  return (
    <OnceDialog
      isAtRisk={shown !== null && !isCopied}
      onClose={close}
      title={t('credentials.title')}
      description={t('credentials.text', { name: userName(user) })}
    >
      <Box display="grid" gap="4">
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error ? <SkeletonLines /> : null}
        {data ? (
          <>
            <CredentialStatus credentials={data} />
            {shown ? <ShownSecret credentials={shown} onCopied={() => setCopied(true)} /> : null}
            <CredentialActions user={user} credentials={data} issue={issue} onShown={show} />
          </>
        ) : null}
      </Box>
    </OnceDialog>
  );
}
