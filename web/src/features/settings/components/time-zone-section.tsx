import { useState } from 'react';
import { timeZoneGroups } from '../../../lib/times/time-zones.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import type { SettingsFormApi } from '../settings-values.ts';

/** The restaurant's time zone. `timeZone`: the one that is saved. */
export function TimeZoneSection({ form, timeZone }: { form: SettingsFormApi; timeZone: string }) {
  // Computed once, so that the list does not change while the user chooses.
  const [timeZones] = useState(() => timeZoneGroups(timeZone));
  return (
    <Card>
      <CardSection>
        <FormField
          label="Time Zone"
          error={form.formState.errors.timeZone?.message}
          hint="Used for your hours and your analytics."
        >
          <GroupedSelect groups={timeZones} {...form.register('timeZone')} />
        </FormField>
      </CardSection>
    </Card>
  );
}
