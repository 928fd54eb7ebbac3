declare module 'cytoscape-fcose' {
  import type { Ext } from 'cytoscape';

  const register: Ext;
  // biome-ignore lint/style/noDefaultExport: the library's own form
  export default register;
}
