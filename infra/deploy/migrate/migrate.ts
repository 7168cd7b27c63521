import { readMigrateEnv } from './env.ts';
import { migrateAll } from './migrate-all.ts';

// npm run db:migrate: migrates the database at DATABASE_ADMIN_URL. AUTH_DB_PASSWORD, MENU_DB_PASSWORD … are the services'
// log-in passwords.

try {
  const { adminUrl, passwords } = readMigrateEnv();
  const applied = await migrateAll(adminUrl, passwords);
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// The engine leaves a timer that would keep the process alive for 10 s.
process.exit(0);
