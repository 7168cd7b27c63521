import { useMutation } from '@tanstack/react-query';
import type {
  ForgotPasswordInput,
  LoginInput,
  ResetPasswordInput,
  Session,
  SignupInput,
} from '@tavola/contracts/auth.ts';
import { apiRequest } from '../../lib/api.ts';
import { getKnownDevice } from '../../lib/known-device.ts';
import { forgetSession, signIn } from '../../lib/session.ts';

/** Signs in with e-mail, password and, where it is asked for, a code; begins the session. */
export function useLogin() {
  return useMutation({
    mutationFn: (input: LoginInput) =>
      apiRequest<Session>('POST', '/api/auth/login', { ...input, knownDevice: getKnownDevice() }),
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

/** Has a link to set a new password mailed, if there is such an account; nobody is told whether there is. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (input: ForgotPasswordInput) => apiRequest('POST', '/api/auth/forgot-password', input),
  });
}

/** Sets a new password by the mailed link, which ends every session, this browser's included. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (input: ResetPasswordInput) => apiRequest('POST', '/api/auth/reset-password', input),
    onSuccess: forgetSession,
  });
}
