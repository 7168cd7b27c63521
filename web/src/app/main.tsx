import './main.css';
import '../lib/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { installPopGuard } from '../lib/pop-guard.ts';
import { applyTheme } from '../lib/theme.ts';
import { reloadOnMissingChunk } from './missing-chunk.ts';
import { Root } from './root.tsx';
import { warmUp } from './warm-up.ts';

applyTheme();
installPopGuard();
reloadOnMissingChunk();
warmUp(window.location.pathname);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
createRoot(container).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
