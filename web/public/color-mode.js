// Runs before the first paint, so that a dark screen never flashes white. color-mode.ts keeps the same rule.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('color_mode');
  } catch {
    // Storage may be refused; then the system decides.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const mode = choice === 'light' || choice === 'dark' ? choice : systemIsDark ? 'dark' : 'light';
  document.documentElement.classList.add(mode);
  document.documentElement.style.colorScheme = mode;
})();
