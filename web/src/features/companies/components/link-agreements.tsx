import { Box, Flex } from '@chakra-ui/react';
import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { ArrowLeftRight, Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useLinkAgreements } from '../../../company/use-link-agreements.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { notify } from '../../../ui/notify.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { exportLinkAgreements, useEndLinkAgreement } from '../queries.ts';
import { AcceptAgreementDialog } from './accept-agreement-dialog.tsx';

/** Agreements between companies to link records of the same people. */
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
        {/* Only the requested company can accept. */}
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

const tones: Readonly<Record<LinkAgreement['status'], Tone>> = {
  accepted: 'success',
  pending: 'warning',
  ended: 'neutral',
};

function useAgreementColumns(): readonly Column<LinkAgreement>[] {
  const { t } = useTranslation('companies');
  return useMemo(
    () => [
      {
        id: 'companies',
        header: t('link.companies'),
        list: 'title',
        value: (agreement) => `${agreement.companyName} – ${agreement.otherCompanyName}`,
        cell: (agreement) => (
          <Flex as="span" align="center" gap="2" textStyle="strong">
            <bdi>{agreement.companyName}</bdi>
            <Box as="span" color="ink.3">
              <Icon as={ArrowLeftRight} size={14} />
            </Box>
            <bdi>{agreement.otherCompanyName}</bdi>
          </Flex>
        ),
      },
      {
        id: 'purpose',
        header: t('link.purpose'),
        value: (agreement) => agreement.purpose,
        cell: (agreement) => purposeName(agreement.purpose),
      },
      {
        id: 'aadhaar',
        header: t('link.aadhaarColumn'),
        list: 'none',
        value: (agreement) => String(agreement.includeAadhaar),
        cell: (agreement) => t(agreement.includeAadhaar ? 'link.included' : 'link.excluded'),
      },
      {
        id: 'delay',
        header: t('link.delayColumn'),
        list: 'note',
        value: (agreement) => agreement.disclosureDelay,
        cell: (agreement) =>
          agreement.disclosureDelay === 0
            ? t('link.atOnce')
            : t('link.minutes', { count: agreement.disclosureDelay }),
      },
      {
        id: 'health',
        header: t('link.healthColumn'),
        list: 'none',
        value: (agreement) => String(agreement.includesHealthData),
        cell: (agreement) => t(agreement.includesHealthData ? 'link.healthIn' : 'link.excluded'),
      },
      {
        id: 'status',
        header: t('column.status'),
        value: (agreement) => agreement.status,
        cell: (agreement) => (
          <StatusBadge tone={tones[agreement.status]}>{t(`agreement.${agreement.status}`)}</StatusBadge>
        ),
      },
      {
        id: 'since',
        header: t('link.since'),
        value: (agreement) => agreement.acceptedAt ?? agreement.createdAt,
        cell: (agreement) => (
          <MutedTime at={agreement.endedAt ?? agreement.acceptedAt ?? agreement.createdAt} />
        ),
      },
    ],
    [t],
  );
}
