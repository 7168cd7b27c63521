import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  DeviceMark,
  EmailChangeInput,
  PasswordAgainInput,
  PasswordInput,
  RecoveryCodes,
  Session,
  SessionInfo,
  SignedInUser,
  TwoFactorCodeInput,
  TwoFactorOn,
  TwoFactorSetup,
  TwoFactorState,
  UserChange,
} from '@tavola/contracts/auth.ts';
import { apiRequest, isNotFound, isRefusal } from '../../lib/http/api.ts';
import { keepKnownDevice } from '../../lib/session/known-device.ts';
import { CURRENT_USER_KEY, leave } from '../../lib/session/session.ts';
import { setToken } from '../../lib/session/token.ts';
import { discardUnsent } from '../../lib/session/unsent-changes.ts';

const TWO_FACTOR = ['/api/auth/two-factor'] as const;
const SESSIONS = ['/api/auth/sessions'] as const;

/** Whether two-factor sign-in is on; refetched each time it is shown. */
export function useTwoFactor() {
  return useQuery<TwoFactorState>({ queryKey: TWO_FACTOR, staleTime: 0 });
}

/** A new secret for an authenticator app; nothing changes until a code confirms it. */
export function useSetUpTwoFactor() {
  return useMutation({
    mutationFn: (input: PasswordAgainInput) => apiRequest<TwoFactorSetup>('POST', `${TWO_FACTOR[0]}/setup`, input),
  });
}

/**
 * Turns two-factor on with a first code. Ends the other sessions and replaces this session's token. Resolves to undefined where
 * it is on, but its answer was lost.
 */
export function useConfirmTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: TwoFactorCodeInput) =>
      apiRequest<TwoFactorOn>('POST', `${TWO_FACTOR[0]}/confirm`, input).catch(async (error) => {
        const state = await client
          .fetchQuery<TwoFactorState>({ queryKey: TWO_FACTOR, staleTime: 0 })
          .catch(() => undefined);
        if (isRefusal(error) || !state?.isOn) throw error;
        return undefined;
      }),
    onSuccess: (on) => {
      void client.invalidateQueries({ queryKey: SESSIONS });
      if (!on) return;
      setToken(on.token);
      client.setQueryData<TwoFactorState>(TWO_FACTOR, { isOn: true, recoveryCodesLeft: on.recoveryCodes.length });
    },
  });
}

/** Turns two-factor off. Ends every session and starts a new one here. */
export function useDisableTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordAgainInput) => apiRequest<Session>('POST', `${TWO_FACTOR[0]}/disable`, input),
    onSuccess: ({ token }) => {
      setToken(token);
      client.setQueryData<TwoFactorState>(TWO_FACTOR, { isOn: false, recoveryCodesLeft: 0 });
      void client.invalidateQueries({ queryKey: SESSIONS });
    },
  });
}

/** Replaces the recovery codes. */
export function useRenewRecoveryCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordAgainInput) =>
      apiRequest<RecoveryCodes>('POST', `${TWO_FACTOR[0]}/recovery-codes`, input),
    onSuccess: ({ recoveryCodes }) =>
      client.setQueryData<TwoFactorState>(TWO_FACTOR, { isOn: true, recoveryCodesLeft: recoveryCodes.length }),
  });
}

/** Sets a new password. Ends every other session; this browser stays known. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordInput) => apiRequest<DeviceMark | undefined>('POST', '/api/auth/password', input),
    onSuccess: (mark) => {
      keepKnownDevice(mark?.knownDevice);
      void client.invalidateQueries({ queryKey: SESSIONS });
    },
  });
}

/** Changes the user's own name. */
export function useChangeName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: UserChange) => apiRequest<SignedInUser>('PUT', CURRENT_USER_KEY[0], input),
    onSuccess: (user) => client.setQueryData<SignedInUser>(CURRENT_USER_KEY, user),
  });
}

/** Has a link mailed to a new address, which makes it the account's. */
export function useAskEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: EmailChangeInput) => apiRequest('POST', '/api/auth/email-change', input),
    onSuccess: (_, { email: newEmail }) =>
      client.setQueryData<SignedInUser>(CURRENT_USER_KEY, (user) => user && { ...user, newEmail }),
  });
}

/** The user's sessions; refetched each time they are shown. */
export function useSessions() {
  return useQuery<SessionInfo[]>({ queryKey: SESSIONS, staleTime: 0 });
}

/** Signs another device out. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      apiRequest('DELETE', `${SESSIONS[0]}/${id}`).catch((error) => {
        // It has ended meanwhile.
        if (!isNotFound(error)) throw error;
      }),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Signs every device out, this one included. */
export function useEndAllSessions() {
  return useMutation({
    mutationFn: () => apiRequest('POST', '/api/auth/logout-everywhere'),
    onSuccess: () => {
      discardUnsent();
      leave();
    },
  });
}
