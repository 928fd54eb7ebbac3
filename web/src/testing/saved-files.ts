import { vi } from 'vitest';

/** An answer that is a file. */
export const csvFile = (name: string) => (): Response =>
  new Response('id\r\n', { headers: { 'content-disposition': `attachment; filename="${name}"` } });

/** An answer whose body never ends. */
export const unfinished = (): Response => new Response(new ReadableStream());

/** Records the names of saved files. jsdom has no object URLs. */
export function watchSavedFiles(): readonly string[] {
  const saved: string[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:file';
      static override revokeObjectURL = () => {};
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}
