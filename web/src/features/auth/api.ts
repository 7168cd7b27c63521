import { useMutation } from '@tanstack/react-query';
import type { LoginInput, Session, SignupInput } from '@tavola/contracts/auth.ts';
import { apiRequest } from '../../lib/api.ts';
import { signIn } from '../../lib/session.ts';

/** Signs in with e-mail and password, and begins the session. */
export function useLogin() {
  return useMutation({
    mutationFn: (input: LoginInput) => apiRequest<Session>('POST', '/api/auth/login', input),
    onSuccess: signIn,
  });
}

/** Makes an account with its restaurant, and begins the session. */
export function useSignup() {
  return useMutation({
    mutationFn: (input: SignupInput) => apiRequest<Session>('POST', '/api/auth/signup', input),
    onSuccess: signIn,
  });
}
