import {
  createRecipientSchema,
  type Recipient,
  updateRecipientSchema,
} from '@pii-vault/contract/recipients/recipients-schema';
import { useTranslation } from 'react-i18next';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useSaveRecipient } from '../queries.ts';
import { changeSpecs, newSpecs, valuesOf } from '../rules/recipient.ts';
import { EntryFormDialog } from './entry-form-dialog.tsx';

/** Dialogs opened by the URL: `?new=1`, `?edit=<id>`, `?end=<id>`. */
export function RecipientDialogs({ companyId, rows }: { companyId: number; rows: readonly Recipient[] }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const save = useSaveRecipient();
  const close = () => set({ new: null, edit: null, end: null });
  const byId = (key: string) => rows.find(({ id }) => String(id) === get(key));
  const [edited, ended] = [byId('edit'), byId('end')];
  const label = (key: string) => t(key);
  const now = new Date().toISOString();
  if (!get('new') && !edited && !ended) return null;
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      {ended ? (
        <EntryFormDialog
          noun="recipients"
          title={t('recipients.end.title', { name: ended.name })}
          description={t('recipients.end.text')}
          submit={t('recipients.end.submit')}
          done={t('recipients.end.done')}
          specs={[{ name: 'sharedUntil', kind: 'time', isRequired: true }]}
          schema={updateRecipientSchema.required({ sharedUntil: true })}
          initial={{ sharedUntil: now }}
          isChange={false}
          save={(body) => save.update(ended, body)}
          onClose={close}
        />
      ) : edited ? (
        <EntryFormDialog
          noun="recipients"
          title={t('recipients.editTitle', { name: edited.name })}
          submit={t('save')}
          done={t('recipients.changed')}
          specs={changeSpecs(edited, label)}
          schema={updateRecipientSchema}
          initial={valuesOf(edited)}
          isChange
          save={(body) => save.update(edited, body)}
          onClose={close}
        />
      ) : (
        <EntryFormDialog
          noun="recipients"
          title={t('recipients.new')}
          submit={t('add')}
          done={t('recipients.added')}
          specs={newSpecs(label)}
          schema={createRecipientSchema}
          initial={{ fieldTypes: [], country: 'IN', sharedFrom: now }}
          isChange={false}
          shape={(flat) => ({ ...flat, companyId })}
          save={(body) => save.create(body)}
          onClose={close}
        />
      )}
    </DialogGate>
  );
}
