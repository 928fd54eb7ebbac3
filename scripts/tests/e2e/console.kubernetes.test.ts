import { startKubernetesVault } from '../running-vault/kubernetes-vault.ts';
import { deployedWalk } from './walk/deployed-walk.ts';
import { noValueReadable } from './walk/no-value-readable.ts';
import { observability } from './walk/observability.ts';

const walk = deployedWalk(startKubernetesVault, 900_000);
observability(walk);
noValueReadable(walk);
