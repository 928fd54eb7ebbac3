import { useTranslation } from 'react-i18next';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useErase } from '../queries.ts';
import { eraseFormSchema, eraseSpecs } from '../rules/erasure.ts';
import { EntryFormDialog } from './entry-form-dialog.tsx';

/** `?new=1`: erases a person. It says what cannot be undone; the button names the act. */
export function EraseDialog({ companyId }: { companyId: number }) {
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
