import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Check, Info, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isChangedMeanwhile } from '../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useDeleteCompany } from '../queries.ts';

/** Deletes a company without data. Otherwise it lists the data that the company still has. */
export function DeleteCompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const [opened, setOpened] = useState(company);
  const remove = useDeleteCompany(opened);
  const send = useSend(remove.mutateAsync, onClose);
  const reload = () => {
    setOpened(company);
    remove.reset();
  };
  const submit = () =>
    send(undefined, {
      done: () => notify.success(t('delete.done', { name: company.name })),
      failed: (error, isOpen) => {
        if (!(isOpen && isChangedMeanwhile(error)))
          notify.error(t('error'), messageOf(error, t('delete.failed')), { error });
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={t('delete.title', { name: company.name })}
      description={t('delete.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            disabled={company.individuals > 0}
            pending={remove.isPending}
            onClick={submit}
          >
            {t('delete.submit')}
          </Button>
        </>
      }
    >
      <ChangedMeanwhile error={remove.error} onReload={reload} />
      <Preconditions company={company} />
    </Dialog>
  );
}

function Preconditions({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const { id, individuals: count } = company;
  const lines = [
    {
      icon: count === 0 ? Check : X,
      color: count === 0 ? 'success' : 'error',
      text: count === 0 ? t('delete.peopleNone') : t('delete.people', { count, n: format.number(count) }),
    },
    ...['imports', 'links', 'trail'].map((key) => ({ icon: Info, color: 'ink.3', text: t(`delete.${key}`) })),
  ];
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="2">
      {lines.map(({ icon, color, text }) => (
        <Box as="li" key={text} display="flex" gap="2" alignItems="flex-start">
          <Box as="span" color={color} pt="0.5">
            <Icon as={icon} />
          </Box>
          {text}
        </Box>
      ))}
      {count === 0 ? null : (
        <Box as="li">
          <Button asChild size="sm">
            <Link to={`/individuals?company=${id}`}>{t('delete.open')}</Link>
          </Button>
        </Box>
      )}
    </Box>
  );
}
