import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, latestToast, TOAST_REMOVE_DELAY_MS, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  it('come one at a time: a new one takes the place of the one before [S9.14]', () => {
    toast({ title: 'First' });
    toast({ title: 'Second' });
    expect(latestToast()).toMatchObject({ title: 'Second', open: true });
  });

  it('are forgotten 1,000,000 ms after they were dismissed [S9.15]', () => {
    toast({ title: 'Gone soon' });
    dismissToast(latestToast()?.id ?? 0);
    expect(latestToast()).toMatchObject({ open: false });
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
    expect(latestToast()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(latestToast()).toBeUndefined();
  });

  it('are not taken away by the end of an earlier one', () => {
    toast({ title: 'Old' });
    const old = latestToast()?.id ?? 0;
    dismissToast(old);
    toast({ title: 'New' });
    dismissToast(old);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
    expect(latestToast()).toMatchObject({ title: 'New', open: true });
  });
});
