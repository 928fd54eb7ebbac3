import { Box } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: string;
  /** Something was typed: closing asks first. */
  isDirty: boolean;
  onClose: () => void;
  /** The submit button; Cancel stands before it. */
  footer: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A dialog around a form; its foot asks before typed things are thrown away. */
export function FormDialog({ isDirty, onClose, footer, children, ...dialog }: FormDialogProps) {
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty && !isAsking ? setAsking(true) : onClose());
  const question = (
    <>
      <Box role="alert" flex="1" alignSelf="center" textStyle="strong">
        {t('discard.title')}
      </Box>
      <Button autoFocus onClick={() => setAsking(false)}>
        {t('discard.keep')}
      </Button>
      <Button variant="danger" onClick={onClose}>
        {t('discard.confirm')}
      </Button>
    </>
  );
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={close}
      footer={
        isAsking ? (
          question
        ) : (
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            {footer}
          </>
        )
      }
    >
      {children}
    </Dialog>
  );
}
