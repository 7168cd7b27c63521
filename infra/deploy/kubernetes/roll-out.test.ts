import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

// @module-tag full
// The script with a program in kubectl's place, which does what files in its folder say.

const script = fileURLToPath(new URL('roll-out.sh', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tavola-roll-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kubectl = `#!/bin/sh
cd ${folder}
echo "$*" >> said
case "$*" in
  kustomize*) [ ! -e unrendered ] || { cat unrendered >&2; exit 1; }; printf 'metadata:\\n  namespace: tavola-local\\n' ;;
  'get statefulsets'*) echo statefulset.apps/postgres ;;
  'get deployments'*) echo deployment.apps/web ;;
  # It is complete the second time that it is asked.
  'get job '*) [ ! -e "asked-$3" ] || cat "state-$3"; touch "asked-$3" ;;
  'get pods'*jsonpath*) cat waiting 2>/dev/null || echo 'ContainerCreating: tavola/migrate' ;;
  'get pods'*) ;;
  'wait'*) exit 1 ;;
  'rollout status'*deployment*)
    # It is ready the second time that it is asked.
    if [ -e waiting ] || { [ -e slow ] && rm slow; }; then echo 'error: timed out waiting for the condition' >&2; exit 1; fi ;;
  logs*) echo "log of $5" ;;
esac
`;
  writeFileSync(join(folder, 'kubectl'), kubectl);
  chmodSync(join(folder, 'kubectl'), 0o755);
  for (const job of ['migrate', 'first-admin'])
    writeFileSync(join(folder, `state-${job}`), 'SuccessCriteriaMet Complete');
});

/** Runs the script. */
function rollOut() {
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('sh', [script, 'local'], { env, encoding: 'utf8', timeout: 10_000 });
  return { status, stdout, stderr, said: readFileSync(join(folder, 'said'), 'utf8') };
}

it('applies settings, then the jobs one after the other, then the processes', () => {
  const { status, said } = rollOut();
  expect(status).toBe(0);
  expect(said.match(/(?<=^apply .*-l ).*/gm)).toEqual([
    '!roll-out',
    'roll-out=migrate',
    'roll-out=first-admin',
    'roll-out=serve',
  ]);
});

it('waits for a process that starts slowly, without an error', () => {
  writeFileSync(join(folder, 'slow'), '');
  expect(rollOut()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/Done\.\n$/) });
});

it.each([
  [
    'missing secrets',
    "evalsymlink failure on '/tavola/infra/deploy/kubernetes/overlays/local/secrets/tokens/service_token' : no such file",
    'First: npm run kubernetes:secrets\n',
  ],
  ['anything else', 'error: invalid Kustomization', 'error: invalid Kustomization\n'],
])('applies nothing after an error of kustomize, and explains %s', (_what, error, message) => {
  writeFileSync(join(folder, 'unrendered'), error);
  const { status, stderr, said } = rollOut();
  expect({ status, stderr }).toEqual({ status: 1, stderr: message });
  expect(said).not.toContain('apply');
});

it.each(['migrate', 'first-admin'])('ends when %s failed, and shows its log', (job) => {
  writeFileSync(join(folder, `state-${job}`), 'FailureTarget Failed');
  const { status, stderr, said } = rollOut();
  expect(status).toBe(1);
  expect(stderr).toContain(`log of job-name=${job}`);
  expect(stderr).toContain(`${job} failed. The processes are as they were.`);
  expect(said).not.toContain('roll-out=serve');
});

it('ends when an image can’t be had, and names it', () => {
  writeFileSync(join(folder, 'waiting'), 'ImagePullBackOff: registry.example/tavola/migrate:0.1.0\n');
  writeFileSync(join(folder, 'state-migrate'), '');
  expect(rollOut()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "migrate can't start: ImagePullBackOff: registry.example/tavola/migrate:0.1.0. The processes are as they were.",
    ),
  });
  for (const job of ['migrate', 'first-admin']) writeFileSync(join(folder, `state-${job}`), 'Complete');
  writeFileSync(join(folder, 'asked-first-admin'), '');
  expect(rollOut()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("deployment.apps/web can't start: ImagePullBackOff"),
  });
});
