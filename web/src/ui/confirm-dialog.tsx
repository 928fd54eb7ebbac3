import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** Called also while the change runs. A caller that it unmounts reports the outcome by `useSend`. */
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** States the effect, and whether it can be undone. */
  description: string;
  confirmLabel: string;
  isDanger?: boolean;
  pending?: boolean;
  /** Details of what is confirmed. */
  children?: ReactNode;
}

/** Asks for confirmation of an important action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      role="alertdialog"
      footer={
        <>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button
            variant={props.isDanger ? 'danger' : 'primary'}
            pending={props.pending ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
