import { permissionMeanings } from '@pii-vault/contract/permissions';
import { routesByNoun } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
const pretty = (value: unknown) => escaped(JSON.stringify(value, null, 2));
const block = (title: string, value: unknown) =>
  value === undefined ? '' : `<h4>${title}</h4><pre>${pretty(value)}</pre>`;

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border-radius:.4rem;background:light-dark(#f4f4f5,#1f1f23)}
h2{margin-top:2.5rem;border-bottom:1px solid light-dark(#ddd,#333)}h4{margin:.75rem 0 .25rem}
summary{cursor:pointer;padding:.35rem 0}table{border-collapse:collapse}td{padding:.15rem 1rem .15rem 0}
.method{display:inline-block;min-width:4rem;font-weight:600}.muted{opacity:.7}nav a{margin-right:1rem}`;

/** The reference as one page of our own: no script, no font and no host but this one. */
export function docsPage(): string {
  const nouns = Object.entries<readonly Row[]>(routesByNoun);
  const links = nouns.map(([noun]) => `<a href="#${noun}">${noun}</a>`).join(' ');
  const sections = nouns
    .map(([noun, rows]) => `<h2 id="${noun}">${noun}</h2>${rows.map(call).join('')}`)
    .join('');
  const meanings = Object.entries(permissionMeanings)
    .map(([name, meaning]) => `<tr><td><code>${name}</code></td><td>${escaped(meaning)}</td></tr>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>pii-vault API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head><body>
<h1>pii-vault API</h1>
<p>Base path <code>/api</code>, JSON in and out. Send <code>Authorization: Bearer</code> with a session token or
<code>clientId:secret</code>. Errors are <code>application/problem+json</code> with <code>message</code> and
<code>reason</code>. Lists go on at <code>Link: …; rel="next"</code>.
Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>401 Unauthorized: missing or invalid token · 403 Forbidden: insufficient permissions · 200 OK.</p>
<nav>${links}</nav>${sections}<h2>Permissions</h2><table>${meanings}</table></body></html>`;
}

function call(row: Row): string {
  const right = row.permission ?? (row.auth === 'public' ? 'no sign-in' : 'any signed-in caller');
  const needs = row.proof === undefined ? right : `${right}, and the password within five minutes`;
  const query = Object.keys(row.query?.shape ?? {}).join(', ');
  return `<details><summary><span class="method">${row.method}</span><code>${row.path}</code>
<span class="muted">${escaped(row.summary)}</span></summary>
<p>Needs <code>${needs}</code>${query === '' ? '' : `, query <code>${query}</code>`}.</p>
${block('Query', row.example.query)}${block('Body', row.example.body)}${block('Answer', row.example.response)}</details>`;
}
