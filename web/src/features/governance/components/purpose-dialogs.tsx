import {
  createPurposeSchema,
  type PurposeEntry,
  updatePurposeSchema,
} from '@pii-vault/contract/purposes/purposes-schema';
import { useTranslation } from 'react-i18next';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useSavePurpose } from '../queries.ts';
import { changeSpecs, newestNotice, newSpecs, noticeSpecs, purposeBody, valuesOf } from '../rules/purpose.ts';
import { EntryFormDialog } from './entry-form-dialog.tsx';

/** Dialogs opened by the URL: `?new=1`, `?edit=<id>`, `?notice=<id>`. */
export function PurposeDialogs({ companyId, rows }: { companyId: number; rows: readonly PurposeEntry[] }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const save = useSavePurpose();
  const close = () => set({ new: null, edit: null, notice: null });
  const byId = (key: string) => rows.find(({ id }) => String(id) === get(key));
  const [edited, published] = [byId('edit'), byId('notice')];
  const label = (key: string) => t(key);
  const now = new Date().toISOString();
  const former = published && newestNotice(published);
  if (!get('new') && !edited && !published) return null;
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      {published ? (
        <EntryFormDialog
          noun="purposes"
          title={t('purposes.publish.title', { purpose: published.purpose })}
          description={t('purposes.publish.text')}
          submit={t('purposes.publish.submit')}
          done={t('purposes.publish.done')}
          specs={noticeSpecs(label)}
          schema={updatePurposeSchema.required({ notice: true })}
          initial={{
            version: '',
            fieldTypes: former?.fieldTypes ?? [],
            retentionDays: former?.retentionDays === undefined ? '' : String(former.retentionDays),
            endEvent: former?.endEvent ?? '',
            publishedAt: now,
          }}
          isChange={false}
          shape={purposeBody}
          save={(body) => save.update(published, body)}
          onClose={close}
        />
      ) : edited ? (
        <EntryFormDialog
          noun="purposes"
          title={t('purposes.editTitle', { purpose: edited.purpose })}
          submit={t('save')}
          done={t('purposes.changed')}
          specs={changeSpecs(edited, label)}
          schema={updatePurposeSchema}
          initial={valuesOf(edited)}
          isChange
          save={(body) => save.update(edited, body)}
          onClose={close}
        />
      ) : (
        <EntryFormDialog
          noun="purposes"
          title={t('purposes.new')}
          description={t('purposes.newText')}
          submit={t('add')}
          done={t('purposes.added')}
          specs={newSpecs(label)}
          schema={createPurposeSchema}
          initial={{ fieldTypes: [], publishedAt: now }}
          isChange={false}
          shape={(flat) => ({ ...purposeBody(flat), companyId })}
          save={(body) => save.create(body)}
          onClose={close}
        />
      )}
    </DialogGate>
  );
}
