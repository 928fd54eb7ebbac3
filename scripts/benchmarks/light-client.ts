import { parentPort, Worker, workerData } from 'node:worker_threads';
import { httpClient } from './http-client.ts';

/** A client that sends a small request every 10 ms, in its own thread: the costly requests are made in this one. */
export interface LightClient {
  /** Latencies in ms since the last call, at least one. */
  take(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

interface Target {
  readonly address: string;
  readonly bearer: string;
  readonly path: string;
}

const EVERY_MS = 10;

export function lightClient(target: Target): LightClient {
  const worker = new Worker(new URL(import.meta.url), { workerData: target });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => undefined);
  return {
    async take() {
      const answer = new Promise<readonly number[]>((resolve) => worker.once('message', resolve));
      worker.postMessage('take');
      return await Promise.race([answer, failed]);
    },
    async stop() {
      await worker.terminate();
    },
  };
}

async function sendUntilStopped({ address, bearer, path }: Target): Promise<void> {
  const http = httpClient(address, bearer);
  let times: number[] = [];
  let isWanted = false;
  parentPort?.on('message', () => {
    isWanted = true;
  });
  for (;;) {
    const sentAt = performance.now();
    // A refusal by an overloaded gateway is a wait, too.
    await http.send('GET', path).catch(() => undefined);
    const took = performance.now() - sentAt;
    times.push(took);
    if (isWanted) {
      parentPort?.postMessage(times);
      [times, isWanted] = [[], false];
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY_MS - took)));
  }
}

if (parentPort !== null) await sendUntilStopped(workerData);
