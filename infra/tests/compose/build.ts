import { stackOf } from './compose.ts';
import { VERSION } from './setup.ts';

// Builds the images of docker-compose.yml that npm run test:compose starts, which it then finds built.

await stackOf('tavola-test', { VERSION }).compose('build');
