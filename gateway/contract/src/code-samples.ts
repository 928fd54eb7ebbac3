/** One call in a code sample. */
export interface SampleRequest {
  readonly method: string;
  /** Path below the base address, with query: `/individuals?companyId=1`. */
  readonly path: string;
  /** Address of the API; undefined: read from PIIVAULT_URL. */
  readonly baseUrl?: string;
  /** Whether the call sends `PIIVAULT_TOKEN` as bearer token. */
  readonly needsToken: boolean;
  /** JSON value, or text with its media type. */
  readonly body?: unknown;
  /** Default: 'application/json'. */
  readonly contentType?: string;
  /** Kind of response: JSON is printed parsed, text unchanged, bytes are written to the file `answer`. */
  readonly answer: 'json' | 'text' | 'bytes';
}

export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript' | 'Python';
  readonly label: 'curl' | 'JavaScript' | 'Python';
  readonly source: string;
}

/**
 * The same call as curl, JavaScript (Node 18 or newer, as a module) and Python 3, without packages. The token comes
 * from the environment, so a copied sample contains no secret.
 */
export const codeSamples = (request: SampleRequest): readonly CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'JavaScript', label: 'JavaScript', source: javaScript(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
];

const JSON_TYPE = 'application/json';
const typeOf = ({ contentType = JSON_TYPE }: SampleRequest) => contentType;
const isJson = (request: SampleRequest) => typeOf(request) === JSON_TYPE;

/** A single-quoted string of a POSIX shell; a quote inside is written as '\''. */
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(request: SampleRequest): string {
  const { method, path, baseUrl, needsToken, body } = request;
  const url = baseUrl === undefined ? `"$PIIVAULT_URL"${shell(path)}` : shell(`${baseUrl}${path}`);
  const lines = [`curl --fail-with-body -X ${method} ${url}`];
  if (needsToken) lines.push('-H "Authorization: Bearer $PIIVAULT_TOKEN"');
  if (body !== undefined) {
    lines.push(`-H ${shell(`Content-Type: ${typeOf(request)}`)}`);
    lines.push(`--data-raw ${shell(isJson(request) ? JSON.stringify(body, null, 2) : String(body))}`);
  }
  if (request.answer === 'bytes') lines.push('-o answer');
  return lines.join(' \\\n  ');
}

const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);

function javaScript(request: SampleRequest): string {
  const { method, path, baseUrl, needsToken, body } = request;
  const url =
    baseUrl === undefined ? `process.env.PIIVAULT_URL + ${literal(path)}` : literal(`${baseUrl}${path}`);
  const headers = [
    ...(needsToken ? ["    Authorization: 'Bearer ' + process.env.PIIVAULT_TOKEN,"] : []),
    ...(body === undefined ? [] : [`    'Content-Type': ${literal(typeOf(request))},`]),
  ];
  const options = [
    `  method: ${literal(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined
      ? []
      : [
          isJson(request)
            ? `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`
            : `  body: ${literal(String(body))},`,
        ]),
  ];
  const read = {
    json: 'console.log(await response.json());',
    text: 'console.log(await response.text());',
    bytes:
      "await (await import('node:fs/promises')).writeFile('answer', new Uint8Array(await response.arrayBuffer()));",
  }[request.answer];
  return [
    `const response = await fetch(${url}, {`,
    ...options,
    '});',
    "if (!response.ok) throw new Error(response.status + ': ' + (await response.text()));",
    read,
  ].join('\n');
}

/** A string literal of JavaScript and of Python: JSON's escapes are valid in both. */
const literal = (text: string) => JSON.stringify(text);

function python(request: SampleRequest): string {
  const { method, path, baseUrl, needsToken, body } = request;
  const url =
    baseUrl === undefined ? `os.environ["PIIVAULT_URL"] + ${literal(path)}` : literal(`${baseUrl}${path}`);
  const headers = [
    ...(needsToken ? ['        "Authorization": "Bearer " + os.environ["PIIVAULT_TOKEN"],'] : []),
    ...(body === undefined ? [] : [`        "Content-Type": ${literal(typeOf(request))},`]),
  ];
  const needsOs = baseUrl === undefined || needsToken;
  const needsJson = request.answer === 'json' || (body !== undefined && isJson(request));
  const read = {
    json: '    print(json.load(response))',
    text: '    print(response.read().decode())',
    bytes: '    open("answer", "wb").write(response.read())',
  }[request.answer];
  return [
    ...(needsJson ? ['import json'] : []),
    ...(needsOs ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${url},`,
    `    method=${literal(method)},`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === undefined
      ? []
      : [
          isJson(request)
            ? `    data=json.dumps(${indented(pythonValue(body, ''), '    ')}).encode(),`
            : `    data=${literal(String(body))}.encode(),`,
        ]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    read,
  ].join('\n');
}

/** A JSON value as a Python literal. */
function pythonValue(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  const block = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0
      ? `${open}${close}`
      : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value))
    return block(
      '[',
      value.map((one) => pythonValue(one, deeper)),
      ']',
    );
  if (typeof value === 'object')
    return block(
      '{',
      Object.entries(value).map(([name, one]) => `${literal(name)}: ${pythonValue(one, deeper)}`),
      '}',
    );
  return JSON.stringify(value);
}
