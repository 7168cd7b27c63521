import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Generates the Prisma client of the service in the current folder, unless schema and Prisma version are unchanged.

const require = createRequire(import.meta.url);
const cli = require.resolve('prisma/build/index.js');
const schema = join('prisma', 'schema.prisma');
const stamp = join('src', 'generated', '.made-from');

const made = createHash('sha256')
  .update(readFileSync(schema))
  .update(readFileSync(require.resolve('prisma/package.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) {
  await promisify(execFile)(process.execPath, [cli, 'generate', `--schema=${schema}`], {
    env: {
      ...process.env,
      // Generating needs no engine, but the CLI would download one; any executable here prevents that.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  writeFileSync(stamp, made);
}
