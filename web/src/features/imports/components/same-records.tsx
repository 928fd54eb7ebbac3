import type { Answer } from '@pii-vault/contract/client';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalIdsChip, useExternalIds } from '../../../pii/external-ids.tsx';
import { PersonLinks } from '../../../pii/person-links.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useSameRecords } from '../queries.ts';
import { isHeld, isUnderWay } from '../rules/import-status.ts';

type SameRecord = Answer<'GET /imports/{id}/same-records'>[number];
const PAGE = 20;

/** People changed by the import who have further records in the company. Renders nothing without any. */
export function SameRecords({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const { companyId } = one;
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([undefined]);
  const isOver = !isHeld(one) && !isUnderWay(one);
  const { data, error, refetch } = useSameRecords(one.id, trail.at(-1), isOver && one.accepted > 0);
  const people =
    data?.rows.flatMap(({ individualId, verifiedSame }) => [individualId, ...verifiedSame]) ?? [];
  const externalId = useExternalIds(companyId, people);
  const columns = useMemo<readonly Column<SameRecord>[]>(
    () => [
      {
        id: 'changed',
        header: t('same.changed'),
        isFixed: true,
        list: 'title',
        value: (row) => row.individualId,
        cell: (row) => <PersonLinks companyId={companyId} ids={[row.individualId]} externalId={externalId} />,
      },
      {
        id: 'others',
        header: t('same.others'),
        value: (row) => row.verifiedSame.join(' '),
        cell: (row) => <PersonLinks companyId={companyId} ids={row.verifiedSame} externalId={externalId} />,
      },
    ],
    [t, companyId, externalId],
  );
  const next = data?.next;
  // An empty page can have a next page.
  if (!error && (data?.rows.length ?? 0) === 0 && !next && trail.length === 1) return null;
  return (
    <Card flush>
      <DataTable
        id="import-same-records"
        title={t('same.title')}
        label={t('same.title')}
        columns={columns}
        rows={data?.rows}
        rowKey={(row) => `${row.individualId}`}
        error={error}
        onRetry={refetch}
        toolbar={<ExternalIdsChip companyId={companyId} />}
        hasColumnChoice={false}
        pager={{
          from: (trail.length - 1) * PAGE + 1,
          onNext: next ? () => setTrail([...trail, next]) : undefined,
          onPrevious: trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined,
        }}
        empty={<EmptyState icon={Users} title={t('same.emptyPage')} />}
      />
    </Card>
  );
}
