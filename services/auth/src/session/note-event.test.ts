import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { describe, expect, it } from 'vitest';
import { securityLog } from './note-event.ts';

const notedBy = (serviceToken: string, address: string) => {
  const lines: string[] = [];
  const log = makeLog('test', 'info', { write: (line: string) => void lines.push(line) });
  securityLog(log, serviceToken)({ event: 'login', outcome: 'done', address, requestId: 'r-1', userId: 'u-1' });
  return JSON.parse(lines.join(''));
};

describe('a security event', () => {
  it('hashes an address alike in all processes, and differently in another installation', () => {
    const { client } = notedBy('one', '203.0.113.7');
    expect(notedBy('one', '203.0.113.7').client).toBe(client);
    expect(notedBy('one', '203.0.113.8').client).not.toBe(client);
    expect(notedBy('two', '203.0.113.7').client).not.toBe(client);
  });
});
