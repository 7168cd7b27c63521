import type { SignedInUser } from '@tavola/contracts/auth.ts';
import {
  ChartNoAxesColumn,
  ChefHat,
  LayoutGrid,
  type LucideIcon,
  QrCode,
  Settings,
  Shapes,
  UtensilsCrossed,
  WheatOff,
} from 'lucide-react';
import { KITCHEN_PATH } from '../features/kitchen/kept.ts';
import { maySee } from './dashboard-pages.ts';

export interface DashboardEntry {
  href: string;
  label: string;
  /** A shorter label for the bottom bar, where "Menu Items" would not fit. */
  short?: string;
  icon: LucideIcon;
  /** The key that opens it after `g`. */
  shortcut: string;
}

/** The screens of who runs a restaurant, as in their navigation. */
const ENTRIES: readonly DashboardEntry[] = [
  { href: '/dashboard', label: 'Overview', icon: LayoutGrid, shortcut: 'o' },
  { href: '/dashboard/items', label: 'Menu Items', short: 'Items', icon: UtensilsCrossed, shortcut: 'i' },
  { href: '/dashboard/categories', label: 'Categories', icon: Shapes, shortcut: 'c' },
  { href: '/dashboard/qr', label: 'QR Codes', icon: QrCode, shortcut: 'q' },
  { href: '/dashboard/analytics', label: 'Analytics', icon: ChartNoAxesColumn, shortcut: 'a' },
  { href: '/settings', label: 'Settings', icon: Settings, shortcut: 's' },
];

/** The screens of who only works in its kitchen. */
const KITCHEN_ENTRIES: readonly DashboardEntry[] = [
  { href: KITCHEN_PATH, label: 'Kitchen', icon: ChefHat, shortcut: 'k' },
  { href: '/dashboard/allergens', label: 'Allergens', icon: WheatOff, shortcut: 'a' },
];

/** The navigation of `user`, as far as the role allows; empty without a restaurant. */
export const entriesOf = (user: SignedInUser): readonly DashboardEntry[] =>
  (maySee(user, '/dashboard') ? ENTRIES : KITCHEN_ENTRIES).filter(({ href }) => maySee(user, href));
