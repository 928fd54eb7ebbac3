export type ColorModeChoice = 'system' | 'light' | 'dark';

/** public/color-mode.js reads the same key before the first paint. */
const KEY = 'color_mode';
const dark = () => matchMedia('(prefers-color-scheme: dark)');

export function readColorMode(): ColorModeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const choice = readColorMode();
  const mode = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice;
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(mode);
  root.style.colorScheme = mode;
}

export function chooseColorMode(choice: ColorModeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

/** Follows the system setting while the choice is 'system', and changes made in other tabs. */
export function followColorMode(): void {
  apply();
  dark().addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) apply();
  });
}
