import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@tavola/local-servers/program.ts';

// npm run test:kubernetes: rolls the overlay "local" out to the cluster of KUBECONFIG, from nothing, and tests the product there: its
// namespace is deleted first, and stays afterwards. With --write the results are written into docs/kubernetes.md; other arguments go
// to vitest. The images tavola/*:local must be there (docker compose build).
//
//   KUBERNETES_LOAD   a command that loads the images that it is given into the cluster, as in "kind load docker-image"; without it
//                     they must be there, with the tags "local" and "next"
//   KUBERNETES_KILL   a command that kills the container whose id it is given, as in "docker exec kind-control-plane ctr -n k8s.io
//                     tasks kill -s SIGKILL"; without it no container is killed
//   KUBERNETES_SITE   the site's address; port 30080 of the first node by default
//   KUBERNETES_RATE   requests a second of the load, 100 by default

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (!process.env.KUBECONFIG || spawnSync('kubectl', ['version']).status !== 0) {
  console.error('KUBECONFIG must name the configuration of a cluster that answers.');
  process.exit(1);
}
const args = process.argv.slice(2).filter((arg) => arg !== '--write');
if (args.length < process.argv.length - 2) process.env.WRITE_REPORT = '1';
process.exit(
  await runProgram({
    command: file('../../../node_modules/.bin/vitest'),
    args: ['run', '--config', file('vitest.config.ts'), ...args],
  }),
);
