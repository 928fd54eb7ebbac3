import { fireEvent, screen, waitFor, within } from '@testing-library/react';

type Name = string | RegExp;

/** The button, once it is there and enabled. */
const buttonOf = (find: () => HTMLElement) =>
  waitFor(() => {
    const button = find();
    if (button.hasAttribute('disabled')) throw new Error('The button is disabled');
    return button;
  });

export const press = async (name: Name) =>
  fireEvent.click(await buttonOf(() => screen.getByRole('button', { name })));

export const type = async (label: Name, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

const topmost = () => screen.queryByRole('alertdialog') ?? screen.getByRole('dialog');

/** The open question or dialog, once there is one. */
export const opened = () => waitFor(topmost);

/** Presses a button of the open question or dialog. */
export const pressIn = async (name: Name) =>
  fireEvent.click(await buttonOf(() => within(topmost()).getByRole('button', { name })));

/** The value of the header If-Match. */
export const versionOf = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('if-match');
