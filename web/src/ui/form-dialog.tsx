import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: string;
  /** Something was typed: closing asks first. */
  isDirty: boolean;
  onClose: () => void;
  /** The submit button; Cancel stands before it. */
  footer: ReactNode;
  children: ReactNode;
}

/** A dialog around a form, with the unsaved-changes guard. */
export function FormDialog({ title, description, isDirty, onClose, footer, children }: FormDialogProps) {
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        title={title}
        {...(description ? { description } : {})}
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            {footer}
          </>
        }
      >
        {children}
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
        title={t('discard.title')}
        description={t('discard.text')}
        confirmLabel={t('discard.confirm')}
        isDanger
      />
    </>
  );
}
