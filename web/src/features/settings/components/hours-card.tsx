import type { Tenant } from '@tavola/contracts/auth.ts';
import { osmHours } from '@tavola/contracts/rules/osm-hours.ts';
import { dateOf, localDay } from '@tavola/contracts/rules/times.ts';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { keptDrafts } from '../../../lib/forms/forms.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { nextDays, OPENING } from '../hours-form.ts';
import { DayList } from './day-list.tsx';
import { HOURS_DRAFT, HoursDialog } from './hours-dialog.tsx';

/** The opening hours of the next week, and the dialog that changes them. */
export function HoursCard({ tenant }: { tenant: Tenant }) {
  const { hours, timeZone } = tenant;
  const osm = hours && osmHours(hours, dateOf(localDay(Date.now(), timeZone)));
  // Each opening begins with what is saved then; open on arrival is the form that was being edited when the session ended.
  const [opening, setOpening] = useState(() => ({ count: 0, isOpen: keptDrafts(HOURS_DRAFT).length > 0 }));
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
            <DayList
              days={nextDays(hours, timeZone, Date.now(), OPENING).map(({ date, name, text, reason, clocks }) => ({
                date,
                name,
                text,
                note: [reason, clocks].filter(Boolean).join(' · '),
              }))}
            />
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
