import { Plus, ScanSearch, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WithCompany } from '../../../company/with-company.tsx';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { LateDialog } from '../../../routing/late-dialog.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { DuplicateCard } from '../components/list/duplicate-card.tsx';
import { IndividualStats } from '../components/list/individual-stats.tsx';
import { IndividualsTable } from '../components/list/individuals-table.tsx';
import { ProfilePage } from '../components/profile/profile-page.tsx';
import { ProfilePanel } from '../components/profile/profile-panel.tsx';
import { individualIdOf } from '../rules/individual-id.ts';

/** Its code is fetched when somebody searches by a value. */
const loadFindDialog = async () => (await import('../components/find/find-dialog.tsx')).FindDialog;

/**
 * Individual Profiles: the people of the selected company. `?selected=` shows one next to the list, `&open=1` alone;
 * `?find=1` searches by a value.
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
              panel={
                selected === undefined ? null : (
                  <ProfilePanel key={selected} id={selected} companyId={company.id} />
                )
              }
            >
              <IndividualsTable
                companyId={company.id}
                selected={selected}
                below={<DuplicateCard companyId={company.id} />}
              />
            </SidePanelLayout>
            {url.get('find') ? (
              <DialogGate permission="pii:reveal" onClose={() => url.set({ find: null })}>
                <LateDialog
                  load={loadFindDialog}
                  props={{
                    companyId: company.id,
                    companyName: company.name,
                    onClose: () => url.set({ find: null }),
                  }}
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
