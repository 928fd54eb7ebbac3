// Serves the built console to the gateway (PIIVAULT_CONSOLE_URL), which publishes it: the web image.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { answer } from './answer.ts';
import { ownHost } from './own-host.ts';
import { readStaticFiles } from './static-files.ts';

const PORT = 8080;
const files = readStaticFiles(fileURLToPath(new URL('../dist', import.meta.url)));
if (!files.has('/index.html')) throw new Error('The console is not built: web/dist has no index.html');
const isOwnHost = ownHost(process.env.PIIVAULT_ALLOWED_HOSTS);
const server = createServer({ headersTimeout: 15_000, requestTimeout: 30_000 }, (req, res) =>
  answer({ files, isOwnHost }, req, res),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
server.listen(PORT, () => process.stdout.write(`The console is served on port ${PORT}\n`));
