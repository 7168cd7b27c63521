import { Alert } from './alert.tsx';

/** Says that a form shows what was typed before the session ended. */
export const RestoredNotice = () => <Alert tone="info">We kept what you typed before your session ended.</Alert>;
