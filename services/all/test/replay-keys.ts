import type { ApiCaller } from './api-caller.ts';
import type { OwnResources } from './own-resources.ts';
import { polled } from './polled.ts';

/** Rotates A's master to the end. @returns rotation and replaced version */
export async function rotateMaster(
  call: ApiCaller,
  companyId: number,
): Promise<Pick<OwnResources, 'rotationId' | 'expiredKeyId'>> {
  const started = await call({ key: 'POST /encryption-keys/rotate', body: { companyId, keyType: 'master' } });
  const rotationId = Number(started.json().rotationId);
  const request = { key: 'GET /encryption-keys/rotations/{id}', params: { id: rotationId } } as const;
  await polled(async () => (await call(request)).json().status === 'done' || undefined);
  const query = { companyId, keyType: 'master' };
  const keys = (await call({ key: 'GET /encryption-keys', query })).json<{ id: number; status: string }[]>();
  return { rotationId, expiredKeyId: keys.find(({ status }) => status === 'expired')?.id ?? 0 };
}
