import { Box } from '@chakra-ui/react';
import { type EncryptionKey, keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { useRotateKeys } from '../../../keys/use-rotate-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { notify } from '../../../ui/notify.tsx';

interface RotateKeysDialogProps {
  company: { id: number; name: string };
  keys: readonly EncryptionKey[];
  onClose: () => void;
}

/** Rotates several keys of a company at once. Key Management shows the progress. */
export function RotateKeysDialog({ company, keys, onClose }: RotateKeysDialogProps) {
  const { t } = useTranslation('encryption');
  const formId = useId();
  const navigate = useNavigate();
  const { choose } = useSelectedCompany();
  const rotate = useRotateKeys();
  const showProgress = () => {
    choose(company.id);
    navigate(`/encryption-keys?company=${company.id}`);
  };
  const send = useSend(rotate.mutateAsync, showProgress);
  const held = keyTypes.filter((type) =>
    keys.some((key) => key.companyId === company.id && key.keyType === type),
  );
  const [chosen, setChosen] = useState<readonly EncryptionKey['keyType'][]>(held);
  const toggle = (type: EncryptionKey['keyType']) =>
    setChosen(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]);

  const submit = () =>
    send(
      { companyId: company.id, keyTypes: keyTypes.filter((type) => chosen.includes(type)) },
      {
        done: () => notify.success(t('rotate.started'), t('rotate.startedText')),
        failed: (error) => notify.error(t('error'), messageOf(error, t('rotate.failed')), { error }),
      },
    );

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rotate.title', { company: company.name })}
      description={t('rotate.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={rotate.isPending}
            disabled={chosen.length === 0}
          >
            {t(rotate.isPending ? 'rotate.pending' : 'rotate.submit')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {held.map((type) => (
          <Checkbox key={type} checked={chosen.includes(type)} onChange={() => toggle(type)}>
            <Box as="span" textStyle="strong" display="block">
              {t(`keyType.${type}`)}
            </Box>
            <Muted>{t(`rotate.${type}`)}</Muted>
          </Checkbox>
        ))}
        {chosen.length === 0 ? <Box color="ink.2">{t('rotate.choose')}</Box> : null}
      </Form>
    </Dialog>
  );
}
