import type { ComponentProps } from 'react';
import type { DashboardLayout } from './dashboard-layout.tsx';
import { lazyPage } from './lazy-page.ts';

/** The frame of a restaurant's screens, in its own chunk. */
export const LazyDashboardLayout = lazyPage<ComponentProps<typeof DashboardLayout>>(() =>
  import('./dashboard-layout.tsx').then((m) => m.DashboardLayout),
);
