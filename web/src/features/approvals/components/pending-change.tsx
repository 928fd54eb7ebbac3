import { Box, Flex } from '@chakra-ui/react';
import type {
  RevealPolicy,
  RevealPolicyChange,
} from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { notify } from '../../../ui/notify.tsx';
import { limitChanges } from '../policy-form.ts';
import { useDecidePolicyChange } from '../queries.ts';

interface PendingChangeProps {
  policy: RevealPolicy;
  change: RevealPolicyChange;
}

/**
 * A change that loosens the limits and needs approval: its differences, its expiry, and Approve and Refuse unless the
 * user requested it.
 */
export function PendingChange({ policy, change }: PendingChangeProps) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const said = (text: string) => (text === '' ? t('change.none') : text.replaceAll('\n', ', '));
  return (
    <Box bg="sunken" borderRadius="control" px="4" py="3" mb="4" role="status">
      <Box textStyle="strong" mb="1">
        {t('change.title', { who: change.requestedByName ?? t('user', { id: change.requestedBy }) })}
      </Box>
      <Box color="ink.2" mb="3">
        {t(`change.${change.waitsFor}`, { at: format.dateTime(change.dueAt) })}
      </Box>
      <KeyValue
        items={limitChanges(policy, change.wanted).map(({ name, from, to }) => ({
          label: t(`policy.${name}`),
          value: t('change.step', { from: said(from), to: said(to) }),
        }))}
      />
      {change.mayDecide ? (
        <Flex gap="2" justify="flex-end" mt="3">
          <Button size="sm" onClick={() => setAsked('approve')}>
            {t('change.approve.open')}
          </Button>
          <Button size="sm" variant="ghost" color="error" onClick={() => setAsked('refuse')}>
            {t('change.refuse.open')}
          </Button>
        </Flex>
      ) : null}
      {change.isDependent ? (
        <Box color="ink.2" mt="3">
          {t('dependent')}
        </Box>
      ) : null}
      <ChangeDialog
        companyId={policy.companyId}
        id={change.id}
        asked={asked}
        onClose={() => setAsked(null)}
      />
    </Box>
  );
}

interface ChangeDialogProps {
  companyId: number;
  id: number;
  asked: 'approve' | 'refuse' | null;
  onClose: () => void;
}

function ChangeDialog({ companyId, id, asked, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('approvals');
  const decide = useDecidePolicyChange();
  const name = asked ?? 'approve';
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      onClose={onClose}
      title={t(`change.${name}.title`)}
      description={t(`change.${name}.text`)}
      confirmLabel={t(`change.${name}.confirm`)}
      isDanger={name === 'refuse'}
      pending={decide.isPending}
      onConfirm={() =>
        decide.mutate(
          { companyId, id, isApproved: name === 'approve' },
          {
            onSuccess: () => notify.success(t(`change.${name}.done`)),
            onError: (problem) =>
              notify.error(t('error'), messageOf(problem, t('failed')), { error: problem }),
            onSettled: onClose,
          },
        )
      }
    />
  );
}
