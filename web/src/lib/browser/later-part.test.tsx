import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../test/app.tsx';
import { type LaterPart, laterPart } from './later-part.ts';

const Part = ({ name }: { name: string }) => <p>{name}</p>;

/** Shows a screen with `part`. */
function show(part: LaterPart<{ name: string }>, isWanted: boolean, onFail: () => void = () => {}, isReady = true) {
  const Screen = () => {
    const Loaded = part.usePart(isReady, isWanted, onFail);
    return Loaded ? <Loaded name="There" /> : <p>Not yet</p>;
  };
  mount(<Screen />);
}

describe('A part that comes later', () => {
  it('is fetched when it is wanted, and once', async () => {
    const load = vi.fn(async () => Part);
    const part = laterPart(load);
    show(part, true);
    await screen.findByText('There');
    show(part, true);
    await screen.findByText('There');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is fetched ahead once the screen is ready and idle', async () => {
    const idle = vi.fn((_act: () => void) => 1);
    vi.stubGlobal('requestIdleCallback', idle);
    vi.stubGlobal('cancelIdleCallback', vi.fn());
    const load = vi.fn(async () => Part);
    const part = laterPart(load);
    show(part, false, undefined, false);
    await screen.findByText('Not yet');
    expect(idle).not.toHaveBeenCalled();
    show(part, false);
    await waitFor(() => expect(idle).toHaveBeenCalled());
    expect(load).not.toHaveBeenCalled();
    idle.mock.calls[0]?.[0]();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    show(part, true);
    await screen.findByText('There');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that can not be fetched says so only when it is wanted, and is fetched anew the next time', async () => {
    const load = vi.fn(async () => Part);
    load.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    const part = laterPart(load);
    await part.preload();
    const onFail = vi.fn();
    show(part, true, onFail);
    await waitFor(() => expect(onFail).toHaveBeenCalledTimes(1));
    screen.getByText('Not yet');
    show(part, true, onFail);
    await screen.findByText('There');
    expect(onFail).toHaveBeenCalledTimes(1);
  });
});
