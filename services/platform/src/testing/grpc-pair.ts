import { credentials } from '@grpc/grpc-js';
import type { Channel } from '../rpc/channel.ts';
import type { Dispatcher } from '../rpc/dispatcher.ts';
import { grpcChannel } from '../rpc/grpc-channel.ts';
import { startGrpcServer } from '../rpc/grpc-server.ts';

/** Serves dispatchers over gRPC on this machine and opens channels to them; closes channels and servers. */
export function grpcPairs() {
  const closing: Array<() => Promise<void>> = [];
  return {
    async connect(dispatcher: Dispatcher): Promise<Channel> {
      const server = await startGrpcServer(dispatcher, '127.0.0.1:0', undefined);
      const channel = grpcChannel(`127.0.0.1:${server.port}`, credentials.createInsecure());
      closing.push(async () => {
        await channel.close();
        await server.stop(100);
      });
      return channel;
    },
    async close(): Promise<void> {
      for (const close of closing) await close();
    },
  };
}
