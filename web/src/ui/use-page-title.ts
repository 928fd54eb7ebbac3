import { useEffect } from 'react';

/** Names the browser's tab; undefined leaves its name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · PII Vault`;
  }, [title]);
}
