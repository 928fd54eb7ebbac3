import { useEffect } from 'react';

/** Sets the title of the browser tab; undefined leaves it unchanged. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · PII Vault`;
  }, [title]);
}
