import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { RuleKind } from '../rule-change.ts';
import { useRuleChange } from './use-rule-change.tsx';

/**
 * Removes a rule, after a confirmation that names the effect. The clicked button disappears with its row, so the focus
 * moves to the list. Render `dialogs`, and put `list` around the rows.
 */
export function useRemoval(kind: RuleKind, count: number) {
  const { t } = useTranslation('access-control');
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const { change, isPending, lockOutDialog } = useRuleChange();
  const close = () => setAsked(null);

  function remove(rule: string): void {
    close();
    change({ kind, action: 'remove', rule }, { onDone: () => list.current?.focus() });
  }

  const dialogs: ReactNode = (
    <>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={close}
        title={t(`${kind}.remove.title`, { rule: asked })}
        description={t(count === 1 ? `${kind}.remove.last` : `${kind}.remove.text`)}
        confirmLabel={t(`${kind}.remove.confirm`)}
        isDanger
        onConfirm={() => asked !== null && remove(asked)}
      />
      {lockOutDialog}
    </>
  );
  return { ask: setAsked, isPending, list, dialogs };
}
