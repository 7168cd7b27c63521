import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  DeviceMark,
  ForgotPasswordInput,
  LoginInput,
  Place,
  ResetPasswordInput,
  Session,
  SignupInput,
} from '@tavola/contracts/auth.ts';
import type { AcceptInput, InvitationToken, InvitationView } from '@tavola/contracts/team.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';
import { getKnownDevice, keepKnownDevice } from '../../lib/session/known-device.ts';
import { CURRENT_USER_KEY, forgetSession, signIn } from '../../lib/session/session.ts';

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

/** What an invitation is for. */
export function useReadInvitation() {
  return useMutation({
    mutationFn: (input: InvitationToken) => apiRequest<InvitationView>('POST', '/api/auth/invitations/read', input),
  });
}

/** Accepts an invitation with a new account, and starts its session. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (input: AcceptInput) => apiRequest<Session>('POST', '/api/auth/invitations/accept', input),
    onSuccess: signIn,
  });
}

/** Accepts an invitation with the signed-in account (idempotent), which stays in its restaurant. */
export function useJoin() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: InvitationToken) =>
      apiRequest<Place>('POST', '/api/auth/join', input, { onceKey: once.keyFor(input) }),
    onSuccess: () => void client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
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
