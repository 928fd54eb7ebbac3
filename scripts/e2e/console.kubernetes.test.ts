import { startKubernetesVault } from '../running-vault/kubernetes-vault.ts';
import { deployedWalk } from './walk/deployed-walk.ts';

deployedWalk(startKubernetesVault, 900_000);
