import { Box } from '@chakra-ui/react';
import { type FormEventHandler, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  title: string;
  description?: string;
  /** Something was typed: closing asks first. */
  isDirty: boolean;
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Text of the submit button; Cancel stands before it. */
  submit: string;
  pending: boolean;
  disabled?: boolean;
  isDanger?: boolean;
  isWide?: boolean;
  /** Fields of the form. */
  children: ReactNode;
}

/** A dialog with a form; its foot asks before typed things are thrown away. */
export function FormDialog(props: FormDialogProps) {
  const { isDirty, onClose, onSubmit, submit, pending, disabled, isDanger, children, ...dialog } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
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
            <Button
              type="submit"
              form={formId}
              variant={isDanger ? 'danger' : 'primary'}
              pending={pending}
              disabled={disabled}
            >
              {submit}
            </Button>
          </>
        )
      }
    >
      <Form id={formId} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
