import { knownWeaknesses } from './audit.ts';

// npm run audit: exits with 1 when a dependency has a known vulnerability, with 2 when the check failed.

const found = await knownWeaknesses();
if ('unknown' in found) {
  console.error(`Nothing is known of our dependencies: the registry did not answer what is known against them.`);
  console.error(`It said: ${found.unknown || 'nothing'}`);
  console.error(
    'Ask where npm is set up with a registry that has advisories, as its own does. This is no "all clear".',
  );
  process.exit(2);
}
for (const { name, severity, titles } of found.weaknesses) console.error(`${severity}: ${name}: ${titles.join('; ')}`);
console.log(`${found.weaknesses.length} of the packages in package-lock.json have a known weakness`);
process.exit(found.weaknesses.length > 0 ? 1 : 0);
