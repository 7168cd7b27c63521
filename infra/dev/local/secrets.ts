import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import { replaceFile } from './replace-file.ts';

/** Secrets shared by the processes of one installation. */
export interface Secrets {
  jwtPrivateKey: string;
  jwtPublicKey: string;
  serviceToken: string;
  twoFactorKey: string;
  postgresPassword: string;
  ownerPasswords: Record<Owner, string>;
}

/** The installation's secrets from `file`. Missing ones are generated and saved there for the next start. */
export function localSecrets(file: string): Secrets {
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const random = () => randomBytes(24).toString('base64url');
  const secrets: Secrets = {
    jwtPrivateKey: privateKey,
    jwtPublicKey: publicKey,
    serviceToken: random(),
    twoFactorKey: random(),
    postgresPassword: random(),
    ...known,
    // An installation may be older than one of the services.
    ownerPasswords: Object.fromEntries(
      OWNERS.map((owner) => [owner, known.ownerPasswords?.[owner] ?? random()]),
    ) as Record<Owner, string>,
  };
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, JSON.stringify(secrets, null, 2));
  return secrets;
}
