import type { ImportHold } from '@pii-vault/contract/imports/imports-schema';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { press } from '../../../testing/acts.ts';
import { renderApp } from '../../../testing/render.tsx';
import { type ApiCall, stubApi } from '../../../testing/stub-api.ts';
import { heldColumn, heldImport, sampleHold } from '../testing/sample-import.ts';
import { HoldForm } from './hold-form.tsx';

const MAP = 'PUT /imports/12/mapping';

beforeAll(() => Promise.all([loadTexts('imports'), loadTexts('pii')]));

/** Shows the form of a held import. @returns the bodies of the sent answers */
function show(hold: ImportHold, answer: object | (() => Response) = { ...heldImport, status: 'queued' }) {
  const calls: readonly ApiCall[] = stubApi({ [MAP]: answer });
  renderApp(<HoldForm one={heldImport} hold={hold} />);
  return () => calls.filter(({ key }) => key === MAP).map(({ body }) => body);
}

const goOn = () => screen.findByRole('button', { name: 'Continue the import' });

describe('HoldForm', () => {
  it('does not leave out a column that may say who refused, until it is chosen by itself', async () => {
    const sent = show({
      titleLines: 0,
      purposes: ['kyc', 'marketing'],
      columns: [
        heldColumn('Name', { target: 'name' }),
        heldColumn('Branch'),
        heldColumn('Opt Out', { mayStateRefusal: true, samples: ['1', '0'] }),
      ],
      dates: null,
    });
    const go = await goOn();
    expect(screen.getByText(/^Opt Out may contain refusals of consent/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Leave out the others' }));
    expect(screen.getByText('Not stored: Branch.')).toBeTruthy();
    expect(go.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Leave out the others' })).toBeNull();
    const target = { value: 'noConsentIfYes:marketing' };
    fireEvent.change(screen.getByLabelText('Column Opt Out is'), { target });
    expect(
      screen.getByText(/^Yes in Opt Out: the person is stored without the consent to Marketing;/),
    ).toBeTruthy();
    fireEvent.click(go);
    const mapping = { Name: 'name', 'Opt Out': target.value };
    await waitFor(() => expect(sent()).toEqual([{ mapping, unmapped: 'ignore' }]));
  });

  it('asks whether day or month is first', async () => {
    const sent = show({
      titleLines: 0,
      purposes: ['kyc'],
      columns: [heldColumn('dob', { target: 'dob' })],
      dates: { order: 'dmy', rows: 2, firstRow: 301, firstLine: 302, isMixed: true },
    });
    expect(await screen.findByText(/^2 dates of birth, the first in record 301 \(line 302\)/)).toBeTruthy();
    const go = await goOn();
    expect(go.hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByLabelText(/^Month first/));
    fireEvent.click(go);
    await waitFor(() => expect(sent()).toEqual([{ mapping: { dob: 'dob' }, dateOrder: 'mdy' }]));
  });

  it('shows the error of an answer', async () => {
    show(sampleHold, () => Response.json({ message: '"Branch" has no target' }, { status: 400 }));
    await press('Leave out the others');
    await press('Continue the import');
    expect(await screen.findByText('"Branch" has no target')).toBeTruthy();
  });
});
