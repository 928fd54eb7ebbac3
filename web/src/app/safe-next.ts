/** Only inner addresses: `?next=//evil.example` must not lead away. */
export const safeNext = (next: string | null): string =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/';
