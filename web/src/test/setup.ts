import '../lib/browser/zod-without-eval.ts';
import { configure } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetApi, startApi } from './api.ts';
import { closeApp } from './app.tsx';
import { installBrowserParts } from './browser-parts.ts';

// For every component test: the API is fake, and neither it nor the console may report an error.

let consoleErrors: unknown[][] = [];

configure({
  // A loaded machine is slow but must not fail tests.
  asyncUtilTimeout: 15_000,
  // Only the message: it is built on every failed query, and printing the whole document is slow.
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
  vi.unstubAllGlobals();
  const complaints = resetApi();
  const errors = consoleErrors;
  consoleErrors = [];
  expect(complaints, 'what the API complained of').toEqual([]);
  expect(errors, 'errors in the console').toEqual([]);
});
