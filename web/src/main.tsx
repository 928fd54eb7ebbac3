import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startI18n } from './i18n/i18n.ts';
import { followSession } from './session/session-store.ts';
import { followColorMode } from './theme/color-mode.ts';

followColorMode();
followSession();
await startI18n();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
