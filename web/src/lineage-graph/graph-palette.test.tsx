import { afterEach, describe, expect, it, vi } from 'vitest';
import { followPalette } from './graph-palette.ts';

afterEach(() => {
  document.documentElement.className = '';
  document.body.replaceChildren();
});

/** Resolves after observers have run. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

describe('followPalette', () => {
  it('reports each switch between light and dark until it is stopped', async () => {
    const onChange = vi.fn();
    const stop = followPalette(document.body.appendChild(document.createElement('div')), onChange);
    document.documentElement.className = 'dark';
    await observed();
    expect(onChange).toHaveBeenCalledOnce();
    stop();
    document.documentElement.className = 'light';
    await observed();
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('reports nothing for a removed element', async () => {
    const onChange = vi.fn();
    const stop = followPalette(document.createElement('div'), onChange);
    document.documentElement.className = 'dark';
    await observed();
    expect(onChange).not.toHaveBeenCalled();
    stop();
  });
});
