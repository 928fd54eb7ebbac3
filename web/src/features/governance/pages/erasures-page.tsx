import { Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { type Erasure, eraseSchema } from '@pii-vault/contract/erasures/erasures-schema';
import { idSchema } from '@pii-vault/contract/scalars';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CertificateCard } from '../../../erasure/certificate-card.tsx';
import { ErasureFacts } from '../../../erasure/erasure-facts.tsx';
import { stateTone } from '../../../erasure/erasure-state.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useCan } from '../../../session/use-session.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Mono } from '../../../ui/mono.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { EntryFormDialog } from '../components/entry-form-dialog.tsx';
import { PanelHead, ShownText, TextsNote } from '../components/register-panel.tsx';
import { NextAction, NextOf, RegisterPage, RegisterTable } from '../components/register-screen.tsx';
import { useErase, useErasures } from '../queries.ts';
import type { FieldSpec } from '../rules/form-values.ts';

/** Erasures: erased people, destruction of their keys and values, and the certificates. */
export function ErasuresPage() {
  return (
    <RegisterPage noun="erasures" manage="pii:erase">
      {(company) => <Erasures company={company} />}
    </RegisterPage>
  );
}

function Erasures({ company }: { company: Company }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const can = useCan();
  const page = useErasures(company.id, useCursor().cursor);
  const columns = useErasureColumns();
  const rows = page.data?.rows ?? [];
  const selected = rows.find(({ individualId }) => String(individualId) === get('selected'));
  return (
    <>
      <NextOf page={page}>{(known) => <NextErasure rows={known} />}</NextOf>
      <SidePanelLayout
        label={t('erasures.panel')}
        openKey={selected?.individualId}
        onClose={() => set({ selected: null })}
        panel={selected ? <ErasurePanel key={selected.individualId} erasure={selected} /> : null}
      >
        <RegisterTable
          noun="erasures"
          icon={Eraser}
          columns={columns}
          rowKey={({ individualId }) => String(individualId)}
          page={page}
          mayAdd={can('pii:erase')}
        />
      </SidePanelLayout>
      <EraseDialog companyId={company.id} />
    </>
  );
}

function NextErasure({ rows }: { rows: readonly Erasure[] }) {
  const { t } = useTranslation('governance');
  const format = useFormat();
  const { set } = useUrlState();
  const next = nextToShred(rows);
  if (next === undefined) return <NextAction tone="success" text={t('erasures.nothing')} />;
  const sealed = rows.filter(({ status }) => status === 'sealed').length;
  return (
    <NextAction
      tone="success"
      text={t('erasures.waiting', { count: sealed, at: format.date(next.shredAt) })}
      label={t('erasures.openIt')}
      onAct={() => set({ selected: String(next.individualId) }, { push: true })}
    />
  );
}

function useErasureColumns(): readonly Column<Erasure>[] {
  const { t } = useTranslation(['governance', 'erasure']);
  const format = useFormat();
  return [
    {
      id: 'individual',
      header: t('erasures.person'),
      isFixed: true,
      list: 'title',
      value: ({ individualId }) => individualId,
      cell: ({ individualId }) => <Mono>IND_{individualId}</Mono>,
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: ({ status }) => status,
      cell: ({ status }) => (
        <StatusBadge tone={stateTone[status]}>{t(`state.${status}`, { ns: 'erasure' })}</StatusBadge>
      ),
    },
    {
      id: 'requestedAt',
      header: t('sealedAt', { ns: 'erasure' }),
      list: 'note',
      value: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => format.dateTime(requestedAt),
    },
    {
      id: 'shredAt',
      header: t('floor', { ns: 'erasure' }),
      list: 'none',
      value: ({ shredAt }) => shredAt,
      cell: ({ shredAt }) => format.date(shredAt),
    },
    {
      id: 'shreddedAt',
      header: t('shreddedAt', { ns: 'erasure' }),
      list: 'none',
      value: ({ shreddedAt }) => shreddedAt,
      cell: ({ shreddedAt }) => (shreddedAt === null ? '–' : format.date(shreddedAt)),
    },
  ];
}

/** One erasure: its times, and the certificate. */
function ErasurePanel({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation(['governance', 'erasure']);
  const { status } = erasure;
  return (
    <Grid gap="4">
      <PanelHead title={`IND_${erasure.individualId}`}>
        <StatusBadge tone={stateTone[status]}>{t(`state.${status}`, { ns: 'erasure' })}</StatusBadge>
      </PanelHead>
      <ErasureFacts erasure={erasure} />
      <TextsNote texts={erasure.texts} />
      <ShownText label={t('erasures.field.reason')} text={erasure.reason} />
      <CertificateCard key={erasure.individualId} erasure={erasure} />
    </Grid>
  );
}

/** `?new=1`: erases a person. */
function EraseDialog({ companyId }: { companyId: number }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const erase = useErase();
  const close = () => set({ new: null });
  if (!get('new')) return null;
  return (
    <DialogGate permission="pii:erase" onClose={close}>
      <EntryFormDialog
        noun="erasures"
        title={t('erasures.new')}
        description={t('erasures.newText')}
        submit={t('erasures.submit')}
        done={t('erasures.done')}
        isDanger
        specs={eraseSpecs}
        schema={eraseFormSchema}
        initial={{ individualId: '', reason: '' }}
        isChange={false}
        shape={(flat) => ({ ...flat, companyId })}
        save={erase}
        onClose={close}
      />
    </DialogGate>
  );
}

/** Schema of the dialog. The call has the person's id in its path. */
const eraseFormSchema = eraseSchema.extend({ companyId: idSchema, individualId: idSchema });

const eraseSpecs: readonly FieldSpec[] = [
  { name: 'individualId', kind: 'number', isRequired: true },
  { name: 'reason', kind: 'area', isRequired: true },
];

/** The sealed erasure whose data is destroyed next. */
function nextToShred(erasures: readonly Erasure[]): Erasure | undefined {
  return erasures
    .filter(({ status }) => status === 'sealed')
    .sort((a, b) => a.shredAt.localeCompare(b.shredAt))[0];
}
