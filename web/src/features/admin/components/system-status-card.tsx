import type { SystemStatus } from '@tavola/contracts/system-status.ts';
import { Activity } from 'lucide-react';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useSystemStatus } from '../api.ts';
import { FigureCard, FigureWaiting } from './figure-card.tsx';

type Name = SystemStatus['services'][number]['name'];

/** The services that have another name on screen than in code. */
const NAMES: Partial<Record<Name, string>> = {
  auth: 'Accounts',
  menu: 'Menus',
  'public-menu': 'Guest menus',
  qr: 'QR codes',
  media: 'Pictures',
};

const shownName = (name: Name): string => NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

const LABEL = { label: 'System Status', icon: <Activity /> };

/** The system status from the services' health checks: 'Healthy' (spec §2), or which of them are down. */
export function SystemStatusCard() {
  const status = useSystemStatus();
  const { data } = status;
  if (!data && !hasFailed(status)) {
    return (
      <FigureCard {...LABEL} note="Checking the services…">
        <FigureWaiting />
      </FigureCard>
    );
  }
  // An earlier answer may no longer be true.
  const away =
    data && !status.isError
      ? data.services.filter(({ isReady }) => !isReady).map(({ name }) => shownName(name))
      : ['Admin'];
  if (away.length > 0) {
    return (
      <FigureCard {...LABEL} note={`Not responding: ${away.join(', ')}`}>
        <span className="text-tomato-ink">Degraded</span>
      </FigureCard>
    );
  }
  return (
    <FigureCard {...LABEL} note="All services are running">
      <span className="text-brand-ink">Healthy</span>
    </FigureCard>
  );
}
