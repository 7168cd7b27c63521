import { Check, CircleDashed, CircleDot, TriangleAlert } from 'lucide-react';
import { STATUS_NAMES } from '../../../lib/allergens/allergen-words.ts';
import type { DeclarationStatus } from '../../../lib/allergens/declaration.ts';
import { Badge } from '../../../ui/badge.tsx';

const LOOKS = {
  declared: { tone: 'positive', Icon: Check },
  unconfirmed: { tone: 'notice', Icon: TriangleAlert },
  partly: { tone: 'outline', Icon: CircleDot },
  missing: { tone: 'outline', Icon: CircleDashed },
} as const;

/** How far a dish or an option is declared. */
export function StatusBadge({ status }: { status: DeclarationStatus }) {
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {STATUS_NAMES[status]}
    </Badge>
  );
}
