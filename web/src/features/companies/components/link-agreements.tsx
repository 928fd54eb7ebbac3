import { Flex } from '@chakra-ui/react';
import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { exportLinkAgreements, useEndLinkAgreement, useLinkAgreements } from '../queries.ts';
import { AcceptAgreementDialog } from './accept-agreement-dialog.tsx';
import { useAgreementColumns } from './agreement-columns.tsx';

/** Agreements of companies to link their people, with purpose and a button to end them. */
export function LinkAgreements() {
  const { t } = useTranslation('companies');
  const { set } = useUrlState();
  const { data, error, refetch, dataUpdatedAt } = useLinkAgreements(true);
  const companies = useCompanies().data ?? [];
  const columns = useAgreementColumns();
  const can = useCan();
  const end = useEndLinkAgreement();
  const { startExport, exportDialog, isExporting } = useFileExport(
    exportLinkAgreements,
    t('link.exportText'),
  );
  const [accepting, setAccepting] = useState<LinkAgreement | null>(null);
  const [ending, setEnding] = useState<LinkAgreement | null>(null);
  const onError = (problem: unknown) =>
    notify.error(t('error'), messageOf(problem, t('link.failed')), { error: problem });

  function actions(agreement: LinkAgreement) {
    if (agreement.status === 'ended') return null;
    return (
      <Flex gap="1" justify="flex-end">
        {/* The requested side answers; the requesting one waits. */}
        {agreement.status === 'pending' && can(companyPermissions.link, agreement.otherCompanyId) ? (
          <Button size="sm" onClick={() => setAccepting(agreement)}>
            {t('link.accept')}
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" color="error" onClick={() => setEnding(agreement)}>
          {t('link.end')}
        </Button>
      </Flex>
    );
  }

  return (
    <Card flush>
      <DataTable
        id="link-agreements"
        title={t('link.list')}
        label={t('link.list')}
        columns={columns}
        rows={data}
        rowKey={(agreement) => String(agreement.id)}
        error={error}
        onRetry={refetch}
        updatedAt={dataUpdatedAt}
        actions={actions}
        {...(data && data.length > 0 ? { onExport: startExport, isExporting } : {})}
        hasColumnChoice={false}
        empty={
          <EmptyState
            icon={Link2}
            title={t('link.none')}
            hint={t('link.noneHint')}
            action={
              companies.length > 1 ? (
                <Button onClick={() => set({ link: 'any' }, { push: true })}>{t('link.open')}</Button>
              ) : undefined
            }
          />
        }
      />
      {exportDialog}
      {accepting ? <AcceptAgreementDialog agreement={accepting} onClose={() => setAccepting(null)} /> : null}
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t('link.endTitle')}
        description={t('link.endText', { one: ending?.companyName, other: ending?.otherCompanyName })}
        confirmLabel={t('link.endConfirm')}
        isDanger
        pending={end.isPending}
        onConfirm={() =>
          ending &&
          end.mutate(ending.id, {
            onSuccess: () => {
              notify.success(t('link.ended'));
              setEnding(null);
            },
            onError,
          })
        }
      />
    </Card>
  );
}
