import { Box, Flex } from '@chakra-ui/react';
import type { Answer } from '@pii-vault/contract/client';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { useUser } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { type ShownCredentials, type useIssueCredentials, useRevokeCredentials } from '../../queries.ts';
import { hasMorePower } from '../../rules/user-actions.ts';

interface CredentialActionsProps {
  user: User;
  credentials: Answer<'GET /users/{id}/api-credentials'>;
  issue: ReturnType<typeof useIssueCredentials>;
  /** null: no secret to show. */
  onShown: (credentials: ShownCredentials | null) => void;
}

const OVERLAP_HOURS = 24;

/** Without credentials: generate. With credentials: rotate and revoke, each after a confirmation. */
export function CredentialActions({ user, credentials, issue, onShown }: CredentialActionsProps) {
  const { hasCredentials } = credentials;
  const { t } = useTranslation('users');
  const revoke = useRevokeCredentials(user.id);
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null);
  const sendIssue = useSend(issue.mutateAsync, () => setAsked(null));
  const sendEnd = useSend(revoke.mutateAsync, () => setAsked(null));
  const [mayErase, setMayErase] = useState(credentials.mayErase);
  const [hasOverlap, setHasOverlap] = useState(false);
  const mayIssue = !hasMorePower(useUser(), user);
  const failed = (key: string) => (error: unknown) =>
    notify.error(t('error'), messageOf(error, t(key)), { error });

  const start = (how: 'generate' | 'rotate') =>
    sendIssue(
      { how, mayErase, overlapHours: hasOverlap ? OVERLAP_HOURS : 0 },
      {
        done: (credentials) => {
          notify.success(t('success'), t(`credentials.${how}Done`));
          onShown(credentials);
        },
        failed: failed(`credentials.${how}Failed`),
      },
    );
  const end = () =>
    sendEnd(undefined, {
      done: () => {
        notify.success(t('success'), t('credentials.revokeDone'));
        onShown(null);
      },
      failed: failed('credentials.revokeFailed'),
    });

  return (
    <>
      {mayIssue ? null : <Box color="ink.2">{t('refused.morePower')}</Box>}
      {mayIssue && !hasCredentials ? <MayErase isChecked={mayErase} onChange={setMayErase} /> : null}
      <Flex gap="2" wrap="wrap">
        {mayIssue && !hasCredentials ? (
          <Button variant="primary" pending={issue.isPending} onClick={() => start('generate')}>
            {t(issue.isPending ? 'credentials.generating' : 'credentials.generate')}
          </Button>
        ) : null}
        {mayIssue && hasCredentials ? (
          <Button onClick={() => setAsked('rotate')}>{t('credentials.rotate')}</Button>
        ) : null}
        {hasCredentials ? (
          <Button variant="danger" onClick={() => setAsked('revoke')}>
            {t('credentials.revoke')}
          </Button>
        ) : null}
      </Flex>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t(asked === 'rotate' ? 'credentials.rotateTitle' : 'credentials.revokeTitle')}
        description={t(asked === 'rotate' ? 'credentials.rotateText' : 'credentials.revokeText')}
        confirmLabel={t(asked === 'rotate' ? 'credentials.rotate' : 'credentials.revoke')}
        isDanger
        pending={issue.isPending || revoke.isPending}
        onConfirm={asked === 'rotate' ? () => start('rotate') : end}
      >
        {asked === 'rotate' ? (
          <Box display="grid" gap="3">
            <Checkbox checked={hasOverlap} onChange={(event) => setHasOverlap(event.target.checked)}>
              {t('credentials.overlap')}
            </Checkbox>
            <MayErase isChecked={mayErase} onChange={setMayErase} />
          </Box>
        ) : null}
      </ConfirmDialog>
    </>
  );
}

function MayErase({ isChecked, onChange }: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  const { t } = useTranslation('users');
  return (
    <Checkbox checked={isChecked} onChange={(event) => onChange(event.target.checked)}>
      {t('credentials.mayErase')}
    </Checkbox>
  );
}
