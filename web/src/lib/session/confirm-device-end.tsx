import { confirm } from '../../ui/confirm.ts';

/** Asks whether to sign the kitchen tablet `name` out for good. */
export const confirmDeviceEnd = (name: string): Promise<boolean> =>
  confirm({
    title: (
      <>
        Sign out <bdi className="wrap-anywhere">{name}</bdi>?
      </>
    ),
    description: 'Its PIN stops working. To use it again, set it up anew.',
    confirmLabel: 'Sign Out',
    destructive: true,
  });
