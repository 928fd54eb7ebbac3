import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../ui/toaster.tsx';

interface LateDialogProps<Props extends { onClose: () => void }> {
  load: () => Promise<ComponentType<Props>>;
  /** Props of the dialog. */
  props: Props;
}

/**
 * Dialog whose code is loaded when it opens. If loading fails, it shows a toast and closes: the screen keeps its input,
 * and opening the dialog again retries.
 */
export function LateDialog<Props extends { onClose: () => void }>({ load, props }: LateDialogProps<Props>) {
  const { t } = useTranslation('app');
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const start = useEffectEvent(async (isOpen: () => boolean) => {
    try {
      const fetched = await load();
      if (isOpen()) setDialog(() => fetched);
    } catch (error) {
      if (!isOpen()) return;
      notify.error(t('late.dialog'), t('late.hint'), { error });
      props.onClose();
    }
  });
  useEffect(() => {
    let isOpen = true;
    void start(() => isOpen);
    return () => {
      isOpen = false;
    };
  }, []);
  return Dialog ? <Dialog {...props} /> : null;
}
