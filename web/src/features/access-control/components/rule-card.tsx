import { Box } from '@chakra-ui/react';
import { Globe, Network, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { useAccessControl } from '../queries.ts';
import { type RuleKind, scopeOf } from '../rule-change.ts';
import { AddRuleForm } from './add-rule-form.tsx';
import { useRuleChange } from './use-rule-change.tsx';

interface RuleCardProps {
  kind: RuleKind;
  rules: readonly string[] | undefined;
  lists: ReturnType<typeof useAccessControl>;
}

/** One list of rules with its state and a form to add one. An empty list allows access from everywhere. */
export function RuleCard({ kind, rules, lists }: RuleCardProps) {
  const { t } = useTranslation('access-control');
  const { error, refetch, dataUpdatedAt } = lists;
  const { ask, isPending, list, dialogs } = useRemoval(kind, rules?.length ?? 0);
  return (
    <Card flush title={t(`${kind}.title`)} badge={rules ? <ListState count={rules.length} /> : null}>
      <Box px="4" pb="1" color="ink.2">
        {t(`${kind}.text`)}
      </Box>
      <AddRuleForm kind={kind} />
      <Box ref={list} tabIndex={-1} outline="0">
        <DataTable
          id={`access-${kind}`}
          label={t(`${kind}.title`)}
          columns={useRuleColumns(kind)}
          rows={rules}
          rowKey={(rule) => rule}
          error={error}
          onRetry={refetch}
          updatedAt={dataUpdatedAt}
          hasToolbar={false}
          actions={(rule) => (
            <IconButton
              size="sm"
              icon={Trash2}
              color="error"
              label={t('remove', { rule })}
              disabled={isPending}
              onClick={() => ask(rule)}
            />
          )}
          empty={
            <EmptyState
              icon={kind === 'ip' ? Network : Globe}
              title={t(`${kind}.empty`)}
              hint={t(`${kind}.emptyHint`)}
            />
          }
        />
      </Box>
      {dialogs}
    </Card>
  );
}

function ListState({ count }: { count: number }) {
  const { t } = useTranslation('access-control');
  return count === 0 ? (
    <StatusBadge tone="warning">{t('state.open')}</StatusBadge>
  ) : (
    <StatusBadge tone="success">{t('state.restricted')}</StatusBadge>
  );
}

function useRuleColumns(kind: RuleKind): readonly Column<string>[] {
  const { t } = useTranslation('access-control');
  const format = useFormat();
  const scope = (rule: string) => {
    const { key, addresses } = scopeOf(kind, rule);
    return t(`scope.${key}`, { n: addresses === undefined ? '' : format.number(addresses) });
  };
  return [
    {
      id: 'rule',
      header: t(`${kind}.column`),
      isFixed: true,
      list: 'title',
      value: (rule) => rule,
      cell: (rule) => <Mono>{rule}</Mono>,
    },
    { id: 'scope', header: t('column.scope'), list: 'note', value: scope, cell: scope },
  ];
}

/**
 * Removes a rule after a confirmation that states the effect. The clicked button disappears with its row, so the focus
 * moves to `list`, the element around the rows. The caller renders `dialogs`.
 */
function useRemoval(kind: RuleKind, count: number) {
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
