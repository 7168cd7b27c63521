import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { READER_MAX_BYTES } from '../../../services/media/src/picture/read-in-child.ts';
import { NODE_ARGS } from '../../dev/local/processes.ts';

it('an image runs Node as it runs without one', () => {
  const dockerfile = readFileSync(new URL('service.Dockerfile', import.meta.url), 'utf8');
  expect(/NODE_OPTIONS="(.+)"/.exec(dockerfile)?.[1]).toBe(NODE_ARGS.join(' '));
});

it('the process that reads an upload has half of the memory of its container', () => {
  /** The first document of a file. */
  const read = (path: string) =>
    parseAllDocuments(readFileSync(new URL(path, import.meta.url), 'utf8'), { merge: true })[0]?.toJS();
  const inCompose = read('../../../docker-compose.yml').services['media-worker'].mem_limit;
  const { limits } = read('../kubernetes/base/media-worker.yaml').spec.template.spec.containers[0].resources;
  expect([inCompose, limits.memory]).toEqual(['768m', '1Gi']);
  expect(READER_MAX_BYTES).toBe((768 * 2 ** 20) / 2);
});
