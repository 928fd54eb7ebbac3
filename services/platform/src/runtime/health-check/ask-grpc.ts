import { connect } from 'node:http2';

export interface GrpcHealthQuestion {
  /** host:port */
  readonly address: string;
  /** The name in the server's certificate. */
  readonly serverName: string;
  /** mTLS, in PEM. */
  readonly tls: { readonly ca: string; readonly cert: string; readonly key: string };
  readonly timeoutMs: number;
}

/** An empty HealthCheckRequest in its frame: not compressed, length 0 (gRPC over HTTP/2, "Length-Prefixed-Message"). */
const REQUEST = Buffer.alloc(5);
/** HealthCheckResponse with status SERVING, in its frame. */
const SERVING = Buffer.from([0, 0, 0, 0, 2, 8, 1]);

/**
 * Whether a process says SERVING to grpc.health.v1.Health/Check. By HTTP/2 of Node alone: a probe that loads a gRPC
 * library costs four times the CPU, every few seconds, in each container.
 */
export function isServing({ address, serverName, tls, timeoutMs }: GrpcHealthQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`https://${address}`, { ...tls, servername: serverName });
    const finish = (answer: boolean) => {
      clearTimeout(timer);
      session.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    session.on('error', () => finish(false));
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', () => finish(false));
    stream.on('end', () => finish(Buffer.concat(parts).equals(SERVING)));
    stream.end(REQUEST);
  });
}
