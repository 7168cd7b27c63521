import { useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';

/**
 * For the form of something with texts: a checkbox that says that translations are still right, and what to send with the
 * change. The checkbox shows once texts were changed (`isChanged`), if the menu has translations.
 */
export function useKeepsTexts(isChanged: boolean): { checkbox: ReactNode; sent: { keepsTexts?: true } } {
  const [isRight, setRight] = useState(false);
  // Each change is asked about anew: a form may stay open after it was saved.
  if (!isChanged && isRight) setRight(false);
  const { data } = useQuery<Tenant>({ queryKey: ['/api/tenant'], enabled: isChanged });
  if (!isChanged || !data?.languages?.others.length) return { checkbox: null, sent: {} };
  return {
    checkbox: (
      <Checkbox
        label="Translations are still correct"
        description="Check this if the meaning is the same, such as after fixing a typo. Otherwise guests see the new text until you review its translations."
        checked={isRight}
        onCheckedChange={setRight}
        className="rounded-control bg-saffron-soft p-4"
      />
    ),
    sent: isRight ? { keepsTexts: true } : {},
  };
}
