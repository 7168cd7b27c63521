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
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { AcceptInput, InvitationToken, InvitationView } from '@tavola/contracts/team.ts';
import { useState } from 'react';
import { apiRequest, isRefusal } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';
import { getKnownDevice, keepKnownDevice } from '../../lib/session/known-device.ts';
import { CURRENT_USER_KEY, forgetSession, placesOf, signIn } from '../../lib/session/session.ts';

const logIn = (input: LoginInput) =>
  apiRequest<Session>('POST', '/api/auth/login', { ...input, knownDevice: getKnownDevice() });

/** Signs in with e-mail, password and, if required, a code; starts the session. */
export function useLogin() {
  return useMutation({ mutationFn: logIn, onSuccess: signIn });
}

/** The refusals of a new account that is there already. */
const DONE_BEFORE: ReadonlySet<ProblemCode | undefined> = new Set(['email-taken', 'slug-taken', 'link-invalid']);

/**
 * Creates an account with a call to `path`, and starts its session. Where the answer to an earlier call was lost, and there is an
 * account of `emailOf` the input, with its password, in the restaurant that `isIn` finds, it signs in to that.
 */
function useNewAccount<Input extends { password: string }>(
  path: string,
  emailOf: (input: Input) => string,
  isIn: (place: Place, input: Input) => boolean,
) {
  const [unanswered] = useState(() => new Set<string>());
  return useMutation({
    mutationFn: async (input: Input) => {
      const account = { email: emailOf(input), password: input.password };
      const asked = JSON.stringify(account);
      try {
        return await apiRequest<Session>('POST', path, input);
      } catch (error) {
        if (!isRefusal(error)) unanswered.add(asked);
        else if (unanswered.has(asked) && DONE_BEFORE.has(error.code)) {
          const session = await logIn(account).catch(() => undefined);
          if (session && placesOf(session.user).some((place) => isIn(place, input))) return session;
          if (session) await apiRequest('POST', '/api/auth/logout', undefined, { as: session.token }).catch(() => {});
        }
        throw error;
      }
    },
    onSuccess: signIn,
  });
}

/** Creates an account with its restaurant, and starts the session. */
export const useSignup = () =>
  useNewAccount<SignupInput>(
    '/api/auth/signup',
    ({ email }) => email,
    ({ slug }, input) => slug === input.slug,
  );

/** What an invitation is for. */
export function useReadInvitation() {
  return useMutation({
    mutationFn: (input: InvitationToken) => apiRequest<InvitationView>('POST', '/api/auth/invitations/read', input),
  });
}

/** Accepts an invitation with a new account, and starts its session. */
export const useAcceptInvitation = ({ email, restaurant }: InvitationView) =>
  useNewAccount<AcceptInput>(
    '/api/auth/invitations/accept',
    (input) => email ?? input.email ?? '',
    ({ name }) => name === restaurant,
  );

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
