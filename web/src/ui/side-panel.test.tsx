import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { SidePanelLayout } from './side-panel.tsx';

function Screen({ hasResting = false }) {
  const [chosen, setChosen] = useState<number>();
  return (
    <SidePanelLayout
      label="Profile"
      openKey={chosen}
      onClose={() => setChosen(undefined)}
      panel={<p>profile {chosen}</p>}
      {...(hasResting ? { resting: <p>select one</p> } : {})}
    >
      {[1, 2].map((row) => (
        <button type="button" key={row} onClick={() => setChosen(row)}>
          row {row}
        </button>
      ))}
    </SidePanelLayout>
  );
}
const panel = () => screen.queryByRole('complementary', { name: 'Profile' });

/** Clicks like a user: the button gets the focus first. */
function choose(row: number): void {
  const button = screen.getByText(`row ${row}`);
  button.focus();
  fireEvent.click(button);
}

describe('SidePanelLayout', () => {
  it.each([
    [false, true],
    [true, false],
  ])('without a selection: below 1280 px %s, so it says what to do %s', (isBelow, isSaid) => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      ...{ matches: isBelow && media.includes('1279.98'), media },
      ...{ addEventListener: () => {}, removeEventListener: () => {} },
    }));
    renderApp(<Screen hasResting />);
    expect(screen.queryByText('select one') !== null).toBe(isSaid);
    choose(1);
    expect(panel()?.textContent).toBe('profile 1');
  });

  it('takes the focus, closes by Escape and returns the focus to the row', () => {
    renderApp(<Screen />);
    expect(panel()).toBeNull();
    choose(1);
    expect(document.activeElement).toBe(panel());
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('row 1'));
  });

  it('returns the focus to the last selected row, and closes by Escape in the list', () => {
    renderApp(<Screen />);
    choose(1);
    choose(2);
    expect(screen.getByText('profile 2')).toBeTruthy();
    expect(document.activeElement).toBe(panel());
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(document.activeElement).toBe(screen.getByText('row 2'));
    choose(1);
    screen.getByText('row 2').focus();
    fireEvent.keyDown(screen.getByText('row 2'), { key: 'Escape' });
    expect(panel()).toBeNull();
  });

  it('is resized by keyboard within limits, and remembers its width', () => {
    const { unmount } = renderApp(<Screen />);
    choose(1);
    const separator = () => screen.getByRole('separator', { name: 'Panel width' });
    const widthAfter = (key: string) => {
      fireEvent.keyDown(separator(), { key });
      return separator().getAttribute('aria-valuenow');
    };
    expect(separator().getAttribute('aria-controls')).toBe(panel()?.id);
    expect(widthAfter('ArrowLeft')).toBe('420');
    expect(widthAfter('ArrowRight')).toBe('400');
    expect(widthAfter('Home')).toBe('320');
    expect(widthAfter('ArrowRight')).toBe('320');
    expect(widthAfter('End')).toBe('760');
    unmount();
    renderApp(<Screen />);
    choose(1);
    expect(separator().getAttribute('aria-valuenow')).toBe('760');
    fireEvent.doubleClick(separator());
    expect(separator().getAttribute('aria-valuenow')).toBe('400');
  });

  it('has its default width if the stored one is invalid', () => {
    localStorage.setItem('panelWidth', 'wide');
    renderApp(<Screen />);
    choose(1);
    expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('400');
  });
});
