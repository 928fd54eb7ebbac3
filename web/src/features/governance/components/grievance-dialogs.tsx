import {
  createGrievanceSchema,
  type Grievance,
  updateGrievanceSchema,
} from '@pii-vault/contract/grievances/grievances-schema';
import { useTranslation } from 'react-i18next';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useSaveGrievance } from '../queries.ts';
import { changeSpecs, closeSpecs, needsAnswer, newSpecs, valuesOf } from '../rules/grievance.ts';
import { EntryFormDialog } from './entry-form-dialog.tsx';

const closeSchema = updateGrievanceSchema.required({ closedAt: true });
const answerSchema = closeSchema.required({ resolution: true });

/** Dialogs opened by the URL: `?new=1`, `?edit=<id>`, `?close=<id>`. */
export function GrievanceDialogs({ companyId, rows }: { companyId: number; rows: readonly Grievance[] }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const save = useSaveGrievance();
  const close = () => set({ new: null, edit: null, close: null });
  const byId = (key: string) => rows.find(({ id }) => String(id) === get(key));
  const [edited, closed] = [byId('edit'), byId('close')];
  const label = (category: string) => t(`grievances.category.${category}`);
  const now = new Date().toISOString();
  if (!get('new') && !edited && !closed) return null;
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      {closed ? (
        <EntryFormDialog
          noun="grievances"
          title={t('grievances.close.title')}
          submit={t('grievances.close.submit')}
          done={t('grievances.close.done')}
          specs={closeSpecs(closed)}
          schema={needsAnswer(closed) ? answerSchema : closeSchema}
          initial={{ ...valuesOf(closed), closedAt: now }}
          isChange={false}
          save={(body) => save.update(closed, body)}
          onClose={close}
        />
      ) : edited ? (
        <EntryFormDialog
          noun="grievances"
          title={t('grievances.editTitle')}
          submit={t('save')}
          done={t('grievances.changed')}
          specs={changeSpecs(edited, label)}
          schema={updateGrievanceSchema}
          initial={valuesOf(edited)}
          isChange
          save={(body) => save.update(edited, body)}
          onClose={close}
        />
      ) : (
        <EntryFormDialog
          noun="grievances"
          title={t('grievances.new')}
          submit={t('add')}
          done={t('grievances.added')}
          specs={newSpecs(label)}
          schema={createGrievanceSchema}
          initial={{ receivedAt: now, periodDays: '30' }}
          isChange={false}
          shape={(flat) => ({ ...flat, companyId })}
          save={(body) => save.create(body)}
          onClose={close}
        />
      )}
    </DialogGate>
  );
}
