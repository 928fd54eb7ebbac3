import {
  createIncidentSchema,
  type Incident,
  updateIncidentSchema,
} from '@pii-vault/contract/incidents/incidents-schema';
import { useTranslation } from 'react-i18next';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useSaveIncident } from '../queries.ts';
import { changeSpecs, incidentBody, newSpecs, valuesOf } from '../rules/incident.ts';
import { EntryFormDialog } from './entry-form-dialog.tsx';

/** Dialogs opened by the URL: `?new=1`, `?edit=<id>`, `?report=<id>`. */
export function IncidentDialogs({ companyId, rows }: { companyId: number; rows: readonly Incident[] }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const save = useSaveIncident();
  const close = () => set({ new: null, edit: null, report: null });
  const edited = rows.find(({ id }) => String(id) === get('edit'));
  const reported = rows.find(({ id }) => String(id) === get('report'));
  const now = new Date().toISOString();
  if (!get('new') && !edited && !reported) return null;
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      {reported ? (
        <EntryFormDialog
          noun="incidents"
          title={t('incidents.report.title')}
          description={t('incidents.report.text')}
          submit={t('incidents.report.submit')}
          done={t('incidents.report.done')}
          specs={[{ name: 'reportedAt', kind: 'time', isRequired: true }]}
          schema={updateIncidentSchema.required({ reportedAt: true })}
          initial={{ reportedAt: now }}
          isChange={false}
          save={(body) => save.update(reported, body)}
          onClose={close}
        />
      ) : edited ? (
        <EntryFormDialog
          noun="incidents"
          title={t('incidents.editTitle')}
          submit={t('save')}
          done={t('incidents.changed')}
          specs={changeSpecs(edited)}
          schema={updateIncidentSchema}
          initial={valuesOf(edited)}
          isChange
          shape={incidentBody}
          save={(body) => save.update(edited, body)}
          onClose={close}
        />
      ) : (
        <EntryFormDialog
          noun="incidents"
          title={t('incidents.new')}
          description={t('incidents.newText')}
          submit={t('add')}
          done={t('incidents.added')}
          specs={newSpecs}
          schema={createIncidentSchema}
          initial={{ awareAt: now }}
          isChange={false}
          shape={(flat) => ({ ...incidentBody(flat), companyId })}
          save={(body) => save.create(body)}
          onClose={close}
        />
      )}
    </DialogGate>
  );
}
