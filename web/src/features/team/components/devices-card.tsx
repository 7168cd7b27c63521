import type { KitchenDevice } from '@tavola/contracts/team.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { confirmDeviceEnd } from '../../../lib/session/confirm-device-end.tsx';
import { formatDay } from '../../../lib/text/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useDevices, useEndDevice } from '../api.ts';

/** The tablets in the kitchen, with buttons that end them. */
export function DevicesCard() {
  const devices = useDevices();
  return (
    <Card>
      <CardSection
        title="Kitchen devices"
        description="Tablets that stay signed in for 30 days and open with a PIN. Set one up in Kitchen, on the tablet itself."
      >
        {hasFailed(devices) ? (
          <LoadError title="Couldn't load the devices" query={devices} className="-my-8" />
        ) : !devices.data ? (
          <LoadingRows rows={1} row="h-12" />
        ) : devices.data.length === 0 ? (
          <p className="text-ink-muted">No devices yet.</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {devices.data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </CardSection>
    </Card>
  );
}

function DeviceRow({ device: { id, name, setUpBy, lastUnlockedAt, expiresAt } }: { device: KitchenDevice }) {
  const timeZone = useTenant().data?.timeZone;
  const end = useEndDevice();
  const askAndEnd = async () => {
    if (!(await confirmDeviceEnd(name))) return;
    try {
      await end.mutateAsync(id);
    } catch (error) {
      toastInServersWords(error, 'Sign-out failed', 'Please try again.');
      return;
    }
    toast({ title: 'Device signed out', description: name });
    // The row is gone, and its button with the focus.
    document.getElementById('main')?.focus();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow basis-56 flex-col gap-1">
        <Bidi className="font-semibold wrap-anywhere">{name}</Bidi>
        <p className="text-sm text-ink-muted">
          Set up by <bdi className="wrap-anywhere">{setUpBy}</bdi> · Unlocked{' '}
          <Moment iso={lastUnlockedAt} timeZone={timeZone} /> · Expires {formatDay(expiresAt, timeZone)}
        </p>
      </div>
      <Button variant="secondary" size="sm" busy={end.isPending} onClick={() => void askAndEnd()}>
        {end.isPending ? 'Signing out...' : 'Sign Out'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
    </li>
  );
}
