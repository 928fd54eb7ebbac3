import { rendererPath } from './renderer.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Configuration of Scalar: no requests to other hosts, and only the code samples of the contract. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hiddenClients: true,
  persistAuth: false,
  documentDownloadType: 'json',
};

/**
 * Page of the API reference: Scalar, served from this address, renders the OpenAPI document. No inline script, as the
 * CSP requires.
 */
export function docsPage(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>PII Vault API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg">
<style>:root{color-scheme:light dark}.plain{font:15px/1.5 system-ui,sans-serif;margin:2rem}
body:has(.scalar-app) .plain{display:none}</style></head><body>
<p class="plain">A script renders this reference. Without it: <a href="/api/openapi.json">openapi.json</a>.</p>
<script id="api-reference" data-url="/api/openapi.json" data-configuration="${escaped(JSON.stringify(configuration))}"></script>
<script src="${rendererPath}"></script></body></html>`;
}
