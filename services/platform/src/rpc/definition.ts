/**
 * What the generated service constants have in common (ts-proto, outputServices=grpc-js). `never` and
 * `unknown` let a method of any request and response stand here without losing its own types.
 */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  requestSerialize(value: never): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(value: never): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}

export type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

export type RequestOf<M> = M extends { requestDeserialize(bytes: Buffer): infer Request } ? Request : never;
export type ResponseOf<M> = M extends { responseDeserialize(bytes: Buffer): infer Response }
  ? Response
  : never;

/** The generated message type that a caller passes. */
export type RequestInput<M> = M extends { requestSerialize(value: infer Request): Buffer } ? Request : never;
export type ResponseInput<M> = M extends { responseSerialize(value: infer Response): Buffer }
  ? Response
  : never;

/** Messages above this are refused by both channels, 1 MiB. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Limit on the wire: the carrier (carrier/) adds an envelope to a message. */
export const MAX_WIRE_BYTES = MAX_MESSAGE_BYTES + 4_096;

/** The full gRPC service name in a method path, `/piivault.vault.v1.Records/Create` → the middle. */
export function grpcServiceOf(path: string): string {
  return path.slice(1, path.lastIndexOf('/'));
}
