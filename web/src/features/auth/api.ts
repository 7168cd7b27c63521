import { useMutation } from '@tanstack/react-query';
import type {
  DeviceMark,
  ForgotPasswordInput,
  LoginInput,
  ResetPasswordInput,
  Session,
  SignupInput,
} from '@tavola/contracts/auth.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { getKnownDevice, keepKnownDevice } from '../../lib/session/known-device.ts';
import { forgetSession, signIn } from '../../lib/session/session.ts';

/** Signs in with e-mail, password and, if required, a code; starts the session. */
export function useLogin() {
  return useMutation({
    mutationFn: (input: LoginInput) =>
      apiRequest<Session>('POST', '/api/auth/login', { ...input, knownDevice: getKnownDevice() }),
    onSuccess: signIn,
  });
}

/** Creates an account with its restaurant, and starts the session. */
export function useSignup() {
  return useMutation({
    mutationFn: (input: SignupInput) => apiRequest<Session>('POST', '/api/auth/signup', input),
    onSuccess: signIn,
  });
}

/** Requests a password reset mail. The response does not reveal whether the account exists. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (input: ForgotPasswordInput) => apiRequest('POST', '/api/auth/forgot-password', input),
  });
}

/** Sets a new password with the mailed link. Ends every session, including this browser's, which stays known. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (input: ResetPasswordInput) =>
      apiRequest<DeviceMark | undefined>('POST', '/api/auth/reset-password', input),
    onSuccess: (mark) => {
      forgetSession();
      keepKnownDevice(mark?.knownDevice);
    },
  });
}
