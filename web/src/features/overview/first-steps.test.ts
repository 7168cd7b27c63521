import { aTenant } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const tenant = aTenant();
const done = (facts: Partial<Parameters<typeof firstSteps>[0]>) =>
  firstSteps({ tenant, categories: 0, items: 0, hasCodes: false, hasViews: false, ...facts })
    .filter((step) => step.done)
    .map((step) => step.id);

describe('first steps', () => {
  it('are all open for a restaurant that was just signed up', () => {
    expect(done({})).toEqual([]);
  });

  it('are done as the data says so', () => {
    expect(done({ categories: 1 })).toEqual(['category']);
    expect(done({ categories: 1, items: 2 })).toEqual(['category', 'item']);
    expect(done({ tenant: { ...tenant, description: 'Since 1987' } })).toEqual(['look']);
    expect(done({ tenant: { ...tenant, themeColor: '#8c2f2b' } })).toEqual(['look']);
    expect(done({ tenant: { ...tenant, look: { template: 'bistrot' } } })).toEqual(['look']);
    expect(done({ hasCodes: true })).toEqual(['qr-code']);
    expect(done({ hasViews: true })).toEqual(['menu']);
  });
});
