import type { Tenant } from '@tavola/contracts/auth.ts';
import { osmHours } from '@tavola/contracts/rules/osm-hours.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { nextDays } from '../hours-form.ts';
import { HoursDialog } from './hours-dialog.tsx';

/** The opening hours of the next week, and the dialog that changes them. */
export function HoursCard({ tenant }: { tenant: Tenant }) {
  const { hours, timeZone } = tenant;
  const osm = hours && osmHours(hours, dateOf(localDay(Date.now(), timeZone)));
  // Each opening begins with what is saved then.
  const [opening, setOpening] = useState({ count: 0, isOpen: false });
  return (
    <Card>
      <CardSection
        title="Opening Hours"
        description="Shows guests whether you're open, and until when."
        actions={
          <Button variant="secondary" onClick={() => setOpening(({ count }) => ({ count: count + 1, isOpen: true }))}>
            <Clock aria-hidden />
            {hours ? 'Edit Hours' : 'Set Hours'}
          </Button>
        }
      >
        {timeZone === 'UTC' && (
          <Alert tone="info">Your time zone is UTC. Choose your own above, so that your hours are right.</Alert>
        )}
        {hours && osm ? (
          <>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm max-sm:grid-cols-1 max-sm:gap-y-0">
              {nextDays(hours, timeZone, Date.now()).map(({ date, name, text, note }) => (
                <div key={date} className="contents">
                  <dt className="font-semibold">{name}</dt>
                  <dd className="max-sm:pb-2.5">
                    {text}
                    {note && <span className="block wrap-anywhere text-ink-muted">{note}</span>}
                  </dd>
                </div>
              ))}
            </dl>
            <CopyField label="For OpenStreetMap" value={osm.text} />
            {osm.leftOut > 0 && (
              <p className="text-sm text-ink-muted">
                OpenStreetMap takes a limited length: the{' '}
                {osm.leftOut === 1 ? 'last special day is' : `last ${osm.leftOut} special days are`} left out.
              </p>
            )}
          </>
        ) : (
          <p>Until you set your hours, guests see “Open until 10 PM”.</p>
        )}
        <HoursDialog
          key={opening.count}
          tenant={tenant}
          open={opening.isOpen}
          onClose={() => setOpening(({ count }) => ({ count, isOpen: false }))}
        />
      </CardSection>
    </Card>
  );
}
