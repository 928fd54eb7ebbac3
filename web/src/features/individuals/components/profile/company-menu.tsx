import { BadgeCheck, Ellipsis, Eraser, FileText, PlusCircle, ScrollText, ShieldOff } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, type MenuAction, MenuActions } from '../../../../ui/menu.tsx';
import { auditPath } from '../../rules/addresses.ts';
import { type CompanyFieldGroup, purposesOf } from '../../rules/purposes.ts';
import { GiveDialog } from '../consent/late-dialogs.ts';
import { EraseDialog } from '../rights/erase-dialog.tsx';
import { ReportDialog } from '../rights/report-dialog.tsx';
import { WithdrawDialog } from '../rights/withdraw-dialog.tsx';

/** Actions for a person's record in one company. Access report, withdrawal and erasure open a dialog. */
export const CompanyMenu = memo(function CompanyMenu({
  individualId,
  group,
}: {
  individualId: number;
  group: CompanyFieldGroup;
}) {
  const { t } = useTranslation('individuals');
  const can = useCan();
  const navigate = useNavigate();
  const [purpose, setPurpose] = useState('');
  const [opened, setOpened] = useState<'report' | 'erase' | 'give' | null>(null);
  const close = () => setOpened(null);
  const live = purposesOf(group.fields).filter((one) => one.covers.length > 0);
  const { companyId, companyName } = group;
  const mayWrite = can('pii:write', companyId);

  const actions: MenuAction[] = [];
  if (mayWrite)
    actions.push({
      key: 'add',
      label: t('action.addFields'),
      icon: PlusCircle,
      onSelect: () => navigate(`/individuals/new?company=${companyId}&person=${individualId}`),
    });
  if (mayWrite)
    actions.push({ key: 'give', label: t('give.open'), icon: BadgeCheck, onSelect: () => setOpened('give') });
  if (can('audit:read', companyId))
    actions.push({
      key: 'history',
      label: t('action.history'),
      icon: ScrollText,
      onSelect: () => navigate(auditPath(companyId, individualId)),
    });
  if (can('pii:reveal', companyId))
    actions.push({
      key: 'report',
      label: t('report.open'),
      icon: FileText,
      onSelect: () => setOpened('report'),
    });
  if (mayWrite)
    for (const one of live)
      actions.push({
        key: `withdraw-${one.purpose}`,
        label: t('withdraw.open', { purpose: purposeName(one.purpose) }),
        icon: ShieldOff,
        isDanger: true,
        onSelect: () => setPurpose(one.purpose),
      });
  if (can('pii:erase', companyId))
    actions.push({
      key: 'erase',
      label: t('erase.open', { company: companyName }),
      icon: Eraser,
      isDanger: true,
      onSelect: () => setOpened('erase'),
    });
  if (actions.length === 0) return null;

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
      {purpose === '' ? null : (
        <WithdrawDialog id={individualId} group={group} purpose={purpose} onClose={() => setPurpose('')} />
      )}
      {opened === 'give' ? (
        <GiveDialog companyId={companyId} companyName={companyName} people={[individualId]} onClose={close} />
      ) : null}
      {opened === 'report' ? <ReportDialog id={individualId} group={group} onClose={close} /> : null}
      {opened === 'erase' ? (
        <EraseDialog id={individualId} companyId={companyId} companyName={companyName} onClose={close} />
      ) : null}
    </>
  );
});
