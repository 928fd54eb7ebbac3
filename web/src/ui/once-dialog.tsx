import { Box } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface OnceDialogProps {
  title: string;
  description?: string;
  /** Whether a shown secret was not copied yet: closing then asks for confirmation. */
  isAtRisk: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that may show a secret once. */
export function OnceDialog({ isAtRisk, onClose, children, ...dialog }: OnceDialogProps) {
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const asks = isAsking && isAtRisk;
  const close = () => (isAtRisk && !asks ? setAsking(true) : onClose());
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={close}
      footer={
        asks ? (
          <>
            <Box role="alert" flex="1" alignSelf="center" textStyle="strong">
              {t('secret.notCopied')}
            </Box>
            <Button autoFocus onClick={() => setAsking(false)}>
              {t('secret.back')}
            </Button>
            <Button variant="danger" onClick={onClose}>
              {t('secret.closeAnyway')}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{t('close')}</Button>
        )
      }
    >
      {children}
    </Dialog>
  );
}
