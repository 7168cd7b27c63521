import { askEarly } from '../lib/http/early-answers.ts';
import { firstDataOf } from './first-data.ts';

// The dashboard's first script: asks for a screen's data while the rest of the code is still on its way. It reads the token itself,
// since lib/token.ts comes with that code.

const token = storedToken();
const data = token === null ? [] : firstDataOf(window.location.pathname, token);
if (token !== null && data.length > 0) askEarly(['/api/auth/me', ...data], token);

function storedToken(): string | null {
  try {
    return localStorage.getItem('token');
  } catch {
    return null;
  }
}
