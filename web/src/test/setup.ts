import '../lib/zod-without-eval.ts';
import { configure } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetApi, startApi } from './api.ts';
import { closeApp } from './app.tsx';
import { installBrowserParts } from './browser-parts.ts';

// For every component test: the API is the test's, and neither it nor the console may hear a complaint.

let consoleErrors: unknown[][] = [];

configure({
  // A loaded machine is slow, not wrong.
  asyncUtilTimeout: 15_000,
  // The message alone: it is made each time something is looked for in vain, and the whole document is long.
  getElementError: (message) => new Error(message ?? 'Nothing was found.'),
});

startApi();
installBrowserParts();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void consoleErrors.push(words));
});

afterEach(() => {
  closeApp();
  vi.useRealTimers();
  vi.restoreAllMocks();
  const complaints = resetApi();
  const errors = consoleErrors;
  consoleErrors = [];
  expect(complaints, 'what the API complained of').toEqual([]);
  expect(errors, 'errors in the console').toEqual([]);
});
