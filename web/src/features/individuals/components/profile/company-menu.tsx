import { Ellipsis, PlusCircle, ScrollText, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../client/message-of.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, type MenuAction, MenuActions } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useWithdrawConsent } from '../../api/withdraw-consent.ts';
import { individualName } from '../../rules/individual-id.ts';
import { auditPath } from '../../rules/paths.ts';
import { type CompanyFieldGroup, purposesOf } from '../../rules/purposes.ts';

/** What can be done with a person's record in one company; withdrawing consent asks first. */
export function CompanyMenu({ individualId, group }: { individualId: number; group: CompanyFieldGroup }) {
  const { t } = useTranslation('individuals');
  const can = useCan();
  const navigate = useNavigate();
  const withdraw = useWithdrawConsent(individualId);
  const [purpose, setPurpose] = useState('');
  const live = purposesOf(group.fields).filter((one) => one.covers.length > 0);
  const covered = live.find((one) => one.purpose === purpose)?.covers ?? [];
  const { companyId, companyName } = group;
  const mayWrite = can('pii:write');

  const actions: MenuAction[] = [];
  if (mayWrite)
    actions.push({
      key: 'add',
      label: t('action.addFields'),
      icon: PlusCircle,
      onSelect: () => navigate(`/individuals/new?company=${companyId}&person=${individualId}`),
    });
  if (can('audit:read'))
    actions.push({
      key: 'history',
      label: t('action.history'),
      icon: ScrollText,
      onSelect: () => navigate(auditPath(companyId, individualId)),
    });
  if (mayWrite)
    for (const one of live)
      actions.push({
        key: `withdraw-${one.purpose}`,
        label: t('withdraw.open', { purpose: one.purpose }),
        icon: ShieldOff,
        isDanger: true,
        onSelect: () => setPurpose(one.purpose),
      });
  if (actions.length === 0) return null;

  const confirm = () =>
    withdraw.mutate(
      { companyId, purpose },
      {
        onSuccess: () => {
          notify.success(t('withdraw.done'), t('withdraw.doneText', { purpose, company: companyName }));
          setPurpose('');
        },
        onError: (error) =>
          notify.error(t('error'), messageOf(error, t('withdraw.failed')), { error: error }),
      },
    );

  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={t('action.menuIn', { company: companyName })}>
            <Icon as={Ellipsis} />
          </Button>
        }
      >
        <MenuActions actions={actions} />
      </Menu>
      <ConfirmDialog
        isOpen={purpose !== ''}
        onClose={() => setPurpose('')}
        onConfirm={confirm}
        title={t('withdraw.title', { purpose })}
        description={t('withdraw.text', {
          id: individualName(individualId),
          company: companyName,
          fields: covered.map((type) => t(`field.${type}`)).join(', '),
        })}
        confirmLabel={t('withdraw.confirm')}
        isDanger
        pending={withdraw.isPending}
      />
    </>
  );
}
