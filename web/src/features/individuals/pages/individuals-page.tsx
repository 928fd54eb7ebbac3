import { Plus, ScanSearch, Upload, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WithCompany } from '../../../company/with-company.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { lateDialog } from '../../../routing/late-part.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { DuplicateCard } from '../components/list/duplicate-card.tsx';
import { IndividualsTable } from '../components/list/individuals-table.tsx';
import { ProfilePage } from '../components/profile/profile-page.tsx';
import { ProfilePanel } from '../components/profile/profile-panel.tsx';
import { useDuplicates, useIndividualsSummary } from '../queries.ts';
import { individualIdOf } from '../rules/addresses.ts';

/** Loaded when the dialog opens. */
const FindDialog = lateDialog(async () => (await import('../components/find/find-dialog.tsx')).FindDialog);

/**
 * Individual Profiles of the selected company. `?selected=` shows one next to the list, with `&open=1` as a full page;
 * `?find=1` opens the search by value.
 */
export function IndividualsPage() {
  const { t } = useTranslation('individuals');
  const url = useUrlState();
  const selected = individualIdOf(url.get('selected'));
  return (
    <WithCompany>
      {(company) =>
        selected !== undefined && url.get('open') ? (
          <ProfilePage key={selected} id={selected} companyId={company.id} />
        ) : (
          <>
            <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<Actions />} />
            <IndividualStats companyId={company.id} />
            <SidePanelLayout
              label={t('profile.label')}
              openKey={selected}
              onClose={() => url.set({ selected: null })}
              resting={<EmptyState icon={UserRound} title={t('select.title')} hint={t('select.hint')} />}
              panel={
                selected === undefined ? null : (
                  <ProfilePanel key={selected} id={selected} companyId={company.id} />
                )
              }
            >
              <IndividualsTable
                key={company.id}
                companyId={company.id}
                companyName={company.name}
                selected={selected}
                below={<DuplicateCard companyId={company.id} />}
              />
            </SidePanelLayout>
            {url.get('find') ? (
              <DialogGate permission="pii:reveal" onClose={() => url.set({ find: null })}>
                <FindDialog
                  companyId={company.id}
                  companyName={company.name}
                  onClose={() => url.set({ find: null })}
                />
              </DialogGate>
            ) : null}
          </>
        )
      }
    </WithCompany>
  );
}

function Actions() {
  const { t } = useTranslation('individuals');
  const { params, set } = useUrlState();
  const can = useCan();
  const mayWrite = can('pii:write');
  const company = `?company=${params.get('company') ?? ''}`;
  return (
    <>
      <RefreshButton />
      {can('pii:reveal') ? (
        <Button icon={ScanSearch} onClick={() => set({ find: '1' }, { push: true })}>
          {t('find.open')}
        </Button>
      ) : null}
      {mayWrite ? (
        <>
          <Button asChild>
            <Link to={`/imports${company}&new=1`}>
              <Icon as={Upload} />
              {t('action.import')}
            </Link>
          </Button>
          <Button asChild variant="primary">
            <Link to={`/individuals/new${company}`}>
              <Icon as={Plus} />
              {t('add.open')}
            </Link>
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Four figures about all people of the company, not only those of a page. */
function IndividualStats({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const query = useIndividualsSummary(companyId);
  const { data, isError } = query;
  const counts = useDuplicates({ companyId }).data?.counts;
  const show = (value: number | null | undefined, as: (value: number) => string = format.number) =>
    value === undefined ? (isError ? null : undefined) : value === null ? null : as(value);
  const total = data?.totalIndividuals ?? 0;
  const linked = data?.crossLinked ?? null;
  const share = total > 0 ? format.decimal((100 * (linked ?? 0)) / total, 1) : '0';
  const duplicates = counts
    ? t('card.duplicatesNote', {
        within: format.number(counts.withinCompany),
        cross: format.number(counts.crossCompany),
      })
    : '';
  return (
    <StatCards query={query}>
      <FigureCard
        figure="individuals"
        label={t('card.total')}
        value={show(data?.totalIndividuals)}
        note={t('card.totalNote')}
      />
      <FigureCard
        figure="crossLinked"
        label={t('card.crossLinked')}
        value={show(data?.crossLinked)}
        note={linked === null ? '' : t('card.crossLinkedNote', { share })}
      />
      <FigureCard
        figure="completeness"
        label={t('card.completeness')}
        value={show(data?.avgCompleteness, format.percent)}
        note={t('card.completenessNote')}
      />
      <FigureCard
        figure="duplicates"
        label={t('card.duplicates')}
        value={show(data?.duplicatesFound)}
        note={duplicates}
      />
    </StatCards>
  );
}
