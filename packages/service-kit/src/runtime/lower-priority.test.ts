import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const module = new URL('lower-priority.ts', import.meta.url);

it.skipIf(process.platform !== 'linux').each([
  [0, 5],
  [10, 10],
])('a process with nice %d gets %d', (nice, result) => {
  const script = `const { setPriority, getPriority } = await import('node:os');
    const { lowerPriority } = await import(${JSON.stringify(module.href)});
    if (${nice} > getPriority()) setPriority(${nice});
    const before = getPriority();
    lowerPriority(5);
    console.log(getPriority() === Math.max(before, ${result}));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(said).toBe('true\n');
});
