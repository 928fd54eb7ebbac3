import { Problem } from '@pii-vault/contract/problem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useChangeAccessRule } from '../queries.ts';
import type { RuleChange } from '../rule-change.ts';

interface Outcome {
  onDone: () => void;
  /** Called when the server refuses the text as invalid. */
  onInvalid?: (message: string) => void;
}

interface RuleChanging {
  change: (change: RuleChange, outcome: Outcome) => void;
  isPending: boolean;
  /** Confirmation of a change that blocks the user's own access. The caller renders it. */
  lockOutDialog: ReactNode;
}

const isRefusedFor = (error: unknown, reason: string): boolean =>
  error instanceof Problem && error.reason === reason;

/**
 * Changes a rule and shows a toast with the result. A change that would block the user is sent again after
 * confirmation.
 */
export function useRuleChange(): RuleChanging {
  const { t } = useTranslation('access-control');
  const mutation = useChangeAccessRule();
  const [asked, setAsked] = useState<{ change: RuleChange; outcome: Outcome } | null>(null);

  function send(change: RuleChange, outcome: Outcome, confirm: boolean): void {
    const { action, kind, rule } = change;
    mutation.mutate(
      { ...change, confirm },
      {
        onSuccess: () => {
          setAsked(null);
          notify.success(t(`${kind}.${action}.done`), rule);
          outcome.onDone();
        },
        onError: (error) => {
          if (!confirm && isRefusedFor(error, 'LOCKS_OUT')) return setAsked({ change, outcome });
          setAsked(null);
          const message = messageOf(error, t(`${kind}.${action}.failed`));
          if (isRefusedFor(error, 'INVALID_RULE') && outcome.onInvalid) outcome.onInvalid(message);
          else notify.error(t('error'), message, { error });
        },
      },
    );
  }

  const lockOutDialog = (
    <ConfirmDialog
      isOpen={asked !== null}
      onClose={() => setAsked(null)}
      title={t('lockOut.title')}
      description={asked ? t(`lockOut.${asked.change.action}.text`, { rule: asked.change.rule }) : ''}
      confirmLabel={asked ? t(`lockOut.${asked.change.action}.confirm`) : ''}
      isDanger
      pending={mutation.isPending}
      onConfirm={() => asked && send(asked.change, asked.outcome, true)}
    />
  );
  return {
    change: (change, outcome) => send(change, outcome, false),
    isPending: mutation.isPending,
    lockOutDialog,
  };
}
