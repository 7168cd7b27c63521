import { Alert } from './alert.tsx';

/** Says that a form shows what was typed before it was left. */
export const RestoredNotice = () => <Alert tone="info">We kept what you typed.</Alert>;
