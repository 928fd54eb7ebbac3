import { expect, it } from 'vitest';
import { codeSamples, type SampleRequest } from './code-samples.ts';

const request: SampleRequest = {
  method: 'POST',
  path: '/pii-fields',
  baseUrl: 'https://vault.example.com/api',
  needsToken: true,
  body: { companyId: 1, plainValue: "O'Brien", isActive: true, note: null, tags: [] },
  answer: 'json',
};
const sources = (change: Partial<SampleRequest> = {}) =>
  codeSamples({ ...request, ...change }).map(({ source }) => source);

it('writes the call as curl with shell quoting', () => {
  expect(sources()[0]).toBe(`curl --fail-with-body -X POST 'https://vault.example.com/api/pii-fields' \\
  -H "Authorization: Bearer $PIIVAULT_TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data-raw '{
  "companyId": 1,
  "plainValue": "O'\\''Brien",
  "isActive": true,
  "note": null,
  "tags": []
}'`);
});

it('writes JSON values as Python literals', () => {
  expect(sources()[2]).toContain(`    data=json.dumps({
        "companyId": 1,
        "plainValue": "O'Brien",
        "isActive": True,
        "note": None,
        "tags": [],
    }).encode(),`);
});

it('has no token for public calls, and reads the address from the environment', () => {
  for (const source of sources({ needsToken: false, baseUrl: undefined, body: undefined })) {
    expect(source).not.toContain('TOKEN');
    expect(source).toContain('PIIVAULT_URL');
  }
});

it('sends text with its own media type', () => {
  const [curl, javaScript, python] = sources({ body: 'name\nAsha', contentType: 'text/csv' });
  expect(curl).toContain("--data-raw 'name\nAsha'");
  expect(javaScript).toContain('body: "name\\nAsha"');
  expect(python).toContain('data="name\\nAsha".encode()');
});
