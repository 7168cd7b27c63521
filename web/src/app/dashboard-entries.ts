import {
  ChartNoAxesColumn,
  LayoutGrid,
  type LucideIcon,
  QrCode,
  Settings,
  Shapes,
  UtensilsCrossed,
} from 'lucide-react';

interface DashboardEntry {
  href: string;
  label: string;
  /** A shorter label for the bottom bar, where "Menu Items" would not fit. */
  short?: string;
  icon: LucideIcon;
  /** The key that opens it after `g`. */
  shortcut: string;
}

/** The dashboard's screens, as in its navigation. */
export const DASHBOARD_ENTRIES: readonly DashboardEntry[] = [
  { href: '/dashboard', label: 'Overview', icon: LayoutGrid, shortcut: 'o' },
  { href: '/dashboard/items', label: 'Menu Items', short: 'Items', icon: UtensilsCrossed, shortcut: 'i' },
  { href: '/dashboard/categories', label: 'Categories', icon: Shapes, shortcut: 'c' },
  { href: '/dashboard/qr', label: 'QR Codes', icon: QrCode, shortcut: 'q' },
  { href: '/dashboard/analytics', label: 'Analytics', icon: ChartNoAxesColumn, shortcut: 'a' },
  { href: '/settings', label: 'Settings', icon: Settings, shortcut: 's' },
];
