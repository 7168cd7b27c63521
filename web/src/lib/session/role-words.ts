import type { MemberRole } from '@tavola/contracts/permissions.ts';

/** The roles on the screen: `label` alone, `as` in "You join as …", what one `does`, and what `you` do as one. */
export const ROLE_WORDS: Readonly<Record<MemberRole, { label: string; as: string; does: string; you: string }>> = {
  owner: {
    label: 'Owner',
    as: 'an owner',
    does: 'Can do everything, also manage the team and delete the restaurant.',
    you: 'You can do everything, also manage the team and delete the restaurant.',
  },
  manager: {
    label: 'Manager',
    as: 'a manager',
    does: 'Runs the menu, QR codes, analytics and settings.',
    you: 'You run the menu, QR codes, analytics and settings.',
  },
  staff: {
    label: 'Staff',
    as: 'staff',
    does: 'Marks dishes as sold out in Kitchen. Sees nothing else, but allergens where they may declare them.',
    you: 'You mark dishes as sold out in Kitchen.',
  },
};
