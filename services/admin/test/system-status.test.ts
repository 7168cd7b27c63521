import { type SystemStatus, systemStatus } from '@tavola/contracts/system-status.ts';
import { TOPOLOGY } from '@tavola/contracts/topology.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAdmin } from './setup.ts';

const { token } = person({ role: 'admin', tenantId: null });
const silent = () => undefined;
const [admin, another] = await Promise.all([startAdmin(silent, silent), startAdmin(silent, silent)]);

/** The names of the services that an admin sees as not ready. */
async function away({ call }: Awaited<ReturnType<typeof startAdmin>>): Promise<string[]> {
  const answer = await call('GET', '/api/admin/system-status', { token });
  expect(answer.status).toBe(200);
  const { services }: SystemStatus = systemStatus.parse(answer.body);
  expect(services.map(({ name }) => name)).toEqual(TOPOLOGY.admin.calls);
  return services.filter(({ isReady }) => !isReady).map(({ name }) => name);
}

describe('GET /api/admin/system-status', () => {
  it('reports that all services are ready, and caches that for a while', async () => {
    expect(await away(admin)).toEqual([]);
    await admin.qr.close();
    expect(await away(admin)).toEqual([]);
  });

  it('names those that are down, and asks again after a while', async () => {
    await Promise.all([another.qr.close(), another.menu.close()]);
    expect(await away(another)).toEqual(['menu', 'qr']);
    await another.auth.close();
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 6_000);
    onTestFinished(() => clock.mockRestore());
    expect(await away(another)).toEqual(['auth', 'menu', 'qr']);
  });
});
