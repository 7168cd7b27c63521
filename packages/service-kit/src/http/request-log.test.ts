import { describe, expect, it } from 'vitest';
import { makeLog } from '../observability/log.ts';
import { makeMetrics } from '../observability/metrics.ts';
import { makeRequests } from './request-log.ts';

/** The `path` of the line for a request to `path`. */
function loggedPath(path: string): string {
  let written = '';
  const requests = makeRequests('test', makeLog('test'), makeMetrics(), (lines) => {
    written += lines;
  });
  requests.note(requests.to('GET', '/x/*'), { requestId: '1' }, { path, status: 404, ms: 1 });
  requests.flush();
  return JSON.parse(written).path;
}

describe('a path in the log', () => {
  it('is whole up to 256 characters', () => {
    const path = `/${'a'.repeat(255)}`;
    expect(loggedPath(path)).toBe(path);
  });

  it('is cut at 256 characters', () => {
    const path = `/${'a'.repeat(16_000)}`;
    expect(loggedPath(path)).toBe(`${path.slice(0, 255)}…`);
  });
});
