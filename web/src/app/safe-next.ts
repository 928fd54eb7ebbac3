/** Accepts only internal addresses: `?next=//evil.example` must not redirect. */
export const safeNext = (next: string | null): string =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/';
