import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Tx } from '../session/in-user-transaction.ts';
import { newRecoveryCodes, plainCode } from './recovery-code.ts';
import type { SecretBox } from './secret-box.ts';
import { stepOf } from './totp.ts';

/** A user's authenticator app. Use it in a transaction of the user. Codes are checked one at a time. */
export function twoFactorStore(tx: Tx, box: SecretBox, userId: string) {
  /** Reads the app's row and locks it until the end of the transaction. */
  const locked = async () => {
    const [row] = await tx.$queryRaw<{ secret: string; isOn: boolean; lastStep: number }[]>`
      SELECT secret, confirmed_at IS NOT NULL AS "isOn", last_step AS "lastStep" FROM two_factor
      WHERE user_id = ${userId}::uuid FOR UPDATE`;
    return row;
  };

  /** Whether the app shows `code` now and it was not used before. Uses it up. */
  const useAppCode = async ({ secret, lastStep }: { secret: string; lastStep: number }, code: string) => {
    const step = stepOf(box.open(secret, userId), code);
    if (step === null || step <= lastStep) return false;
    await tx.twoFactor.update({ where: { userId }, data: { lastStep: step } });
    return true;
  };

  const useRecoveryCode = async (code: string) => {
    const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: box.hash(code, userId) } });
    return count > 0;
  };

  return {
    async state(): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      const isOn = (await tx.twoFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
      return { isOn, recoveryCodesLeft: isOn ? await tx.recoveryCode.count({ where: { userId } }) : 0 };
    },

    /**
     * Checks the second factor where the user has one, and uses the code up. Returns whether two-factor is on.
     * @throws Problem `two-factor-required` without a code, `two-factor-invalid` with a wrong or used one.
     */
    async pass(typed: string | undefined): Promise<boolean> {
      const row = await locked();
      if (!row?.isOn) return false;
      const code = plainCode(typed ?? '');
      if (code === '') throw new Problem('two-factor-required', 'Enter the code from your authenticator app.');
      const isRight = /^\d{6}$/.test(code) ? await useAppCode(row, code) : await useRecoveryCode(code);
      if (!isRight) throw wrongCode();
      return true;
    },

    /**
     * Stores a new secret, which takes effect once confirmed.
     * @throws Problem `conflict` where two-factor is on already.
     */
    async begin(secret: string): Promise<void> {
      const row = await locked();
      if (row?.isOn) throw new Problem('conflict', 'Two-factor sign-in is already on. Turn it off first.');
      const sealed = { secret: box.seal(secret, userId), lastStep: 0 };
      await tx.twoFactor.upsert({ where: { userId }, create: { userId, ...sealed }, update: sealed });
    },

    /**
     * Turns two-factor on with a first code from the app. Returns the recovery codes, which cannot be read again later.
     * @throws Problem `conflict` where nothing is to be confirmed; `validation-failed` that names `code`.
     */
    async confirm(code: string): Promise<string[]> {
      const row = await locked();
      if (!row || row.isOn) throw new Problem('conflict', 'There is nothing to confirm. Please start over.');
      if (!(await useAppCode(row, plainCode(code)))) {
        const message = 'Incorrect code. Enter the one your app shows now.';
        throw new Problem('validation-failed', message, { errors: [{ field: 'code', message }] });
      }
      await tx.twoFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
      return this.renewCodes();
    },

    /** Replaces the recovery codes. */
    async renewCodes(): Promise<string[]> {
      const codes = newRecoveryCodes();
      const data = codes.map((code) => ({ userId, codeHash: box.hash(plainCode(code), userId) }));
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await tx.recoveryCode.createMany({ data });
      return codes;
    },

    /** Turns two-factor off. */
    forget: () => forget(tx, userId),
  };
}

async function forget(tx: Tx, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.twoFactor.deleteMany({ where: { userId } });
}

/**
 * Turns two-factor off where it was set up before the user's address was confirmed: whoever did that need not own the
 * address. Returns whether it was on. Use it in a transaction of the user.
 */
export async function forgetUnconfirmedFactor(
  tx: Tx,
  { id, emailConfirmedAt }: { id: string; emailConfirmedAt: Date | null },
): Promise<boolean> {
  const factor = await tx.twoFactor.findUnique({ where: { userId: id }, select: { confirmedAt: true } });
  if (!factor) return false;
  const { confirmedAt } = factor;
  if (emailConfirmedAt && confirmedAt && confirmedAt >= emailConfirmedAt) return false;
  await forget(tx, id);
  return confirmedAt !== null;
}

const wrongCode = () =>
  new Problem('two-factor-invalid', 'This code is incorrect or was already used. Wait for the next one and try again.');
