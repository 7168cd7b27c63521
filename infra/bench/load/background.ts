import { setPriority } from 'node:os';
import { loadProgram } from '../lib/load-process.ts';
import { type OpenLoopOptions, type OpenLoopResult, openLoop } from '../lib/open-loop.ts';

// An open loop in the background of another measurement, which has priority when both want the core.
loadProgram<OpenLoopOptions, OpenLoopResult>((options, ready) => {
  setPriority(10);
  ready();
  return openLoop(options);
});
