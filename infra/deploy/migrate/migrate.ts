import { readMigrateEnv } from './env.ts';
import { migrateAll } from './migrate-all.ts';

// npm run db:migrate: brings the database at DATABASE_ADMIN_URL up to date; AUTH_DB_PASSWORD, MENU_DB_PASSWORD … are
// the passwords that the services log in with.

try {
  const { adminUrl, passwords } = readMigrateEnv();
  const applied = await migrateAll(adminUrl, passwords);
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// The engine leaves a timer behind that would hold the process for 10 s.
process.exit(0);
