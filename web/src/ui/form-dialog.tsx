import { Box } from '@chakra-ui/react';
import { type FormEventHandler, Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  title: string;
  description?: string;
  /** Whether the form has changes: closing then asks for confirmation. */
  isDirty: boolean;
  /** Called also while the change runs: `useSend` reports its outcome. */
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

/** Enter submits a form with a single field even without a submit button. */
const stopSubmit: FormEventHandler<HTMLFormElement> = (event) => event.preventDefault();

/**
 * A dialog with a form; its footer asks before input is discarded. The question and the buttons have keys: otherwise
 * React would reuse the clicked button as the submit button, and the browser would submit the form.
 */
export function FormDialog(props: FormDialogProps) {
  const { isDirty, onClose, onSubmit, submit, pending, disabled, isDanger, children, ...dialog } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
  const [foot, setFoot] = useState<'buttons' | 'question' | 'kept'>('buttons');
  const isAsking = foot === 'question';
  // Only Cancel closes a form during the request: after a refusal the input would be lost.
  const cancel = () => (isDirty && !isAsking && !pending ? setFoot('question') : onClose());
  const dismiss = () => (isDirty && pending ? undefined : cancel());
  const question = (
    <Fragment key="question">
      <Box role="alert" flex="1" alignSelf="center" textStyle="strong">
        {t('discard.title')}
      </Box>
      <Button autoFocus onClick={() => setFoot('kept')}>
        {t('discard.keep')}
      </Button>
      <Button variant="danger" onClick={onClose}>
        {t('discard.confirm')}
      </Button>
    </Fragment>
  );
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={dismiss}
      footer={
        isAsking ? (
          question
        ) : (
          <Fragment key="buttons">
            <Button autoFocus={foot === 'kept'} onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={isDanger ? 'danger' : 'primary'}
              pending={pending}
              disabled={disabled}
            >
              {submit}
            </Button>
          </Fragment>
        )
      }
    >
      <Form id={formId} onSubmit={isAsking ? stopSubmit : onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
