import './main.css';
import '../lib/browser/translated-page.ts';
import '../lib/browser/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { installPopGuard } from '../lib/browser/pop-guard.ts';
import { applyTheme } from '../lib/browser/theme.ts';
import { markOwnDevice } from '../lib/session/own-device.ts';
import { reloadOnMissingChunk } from './missing-chunk.ts';
import { Root } from './root.tsx';
import { warmUp } from './warm-up.ts';

applyTheme();
markOwnDevice();
installPopGuard();
reloadOnMissingChunk();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);
// React shows a loading screen for at least 300 ms once it has one, so render when the screen's code is there.
void warmUp(window.location.pathname).then(() =>
  root.render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
);
