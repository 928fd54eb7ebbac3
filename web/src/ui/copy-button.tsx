import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: string;
  /** Accessible name: what is copied. */
  label: string;
  onCopied?: () => void;
  /** In place of 'Copy' on the button. */
  caption?: string;
}

const icons = { copy: Copy, done: Check, failed: TriangleAlert } as const;

/**
 * Copies a text to the clipboard. If the browser refuses (a page without HTTPS) it asks the user to copy it manually.
 */
export function CopyButton({ text, label, onCopied, caption }: CopyButtonProps) {
  const { t } = useTranslation('ui');
  const [state, setState] = useState<keyof typeof icons>('copy');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('done');
      onCopied?.();
    } catch {
      setState('failed');
    }
  }
  return (
    <Button size="sm" icon={icons[state]} aria-label={`${label}: ${t(`copy.${state}`)}`} onClick={copy}>
      <span role="status">{state === 'copy' && caption ? caption : t(`copy.${state}`)}</span>
    </Button>
  );
}
