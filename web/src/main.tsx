import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followColorMode } from './color-mode/color-mode.ts';
import { startI18n } from './i18n/i18n.ts';
import { followSession } from './session/session-store.ts';

followColorMode();
followSession();
await startI18n();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
