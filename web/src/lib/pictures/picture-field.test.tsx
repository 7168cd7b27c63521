import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../test/api.ts';
import { mount } from '../../test/app.tsx';
import { PictureField, type PictureFieldProps } from './picture-field.tsx';

// A picture from this device.

const POST = 'POST /api/media';
const ID = '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02';
const url = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
const picture = { url, width: 800, height: 600, color: '#aabbcc' };
const ready = { id: ID, state: 'ready', picture };
/** Pastes `files` on the page, and `html` with them. */
const paste = (files: File[], html = '') =>
  fireEvent.paste(document.body, {
    clipboardData: { files, getData: (type: string) => (type === 'text/html' ? html : '') },
  });
const photo = (name = 'pasta.jpg', type = 'image/jpeg', size = 10) => new File([new Uint8Array(size)], name, { type });

beforeEach(() => {
  // jsdom has neither.
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => {} });
});

const busy: boolean[] = [];

/** The field with the value that it is given and gives. */
function Held({
  begins,
  label = 'Picture',
  crop,
}: { begins: string; label?: string } & Pick<PictureFieldProps, 'crop'>) {
  const [value, setValue] = useState(begins);
  return (
    <PictureField
      label={label}
      {...(crop && { crop })}
      value={value}
      onChange={setValue}
      onUploading={(isUploading) => void busy.push(isUploading)}
      onDelete={() => {}}
    >
      <p>{`address: ${value}`}</p>
    </PictureField>
  );
}

function openField(begins = '') {
  busy.length = 0;
  const container = flushSync(() => mount(<Held begins={begins} />));
  const group = screen.getByRole('group', { name: /^Picture/ });
  const input = container.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
  return { group, container, choose: (...files: File[]) => fireEvent.change(input, { target: { files } }) };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('a picture', () => {
  it('that was chosen is uploaded, shown, and saved by its address; it can be removed', async () => {
    const release = api.holds(POST);
    const { choose, container } = openField('https://example.com/old.jpg');
    choose(photo());
    await screen.findByRole('progressbar', { name: 'Upload of the picture' });
    expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:preview');
    expect(busy).toEqual([true]);
    api.answers(POST, ready);
    release();
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(container.querySelector('img')?.getAttribute('src')).toBe(url.replace('800.jpg', '160.webp'));
    // The address is not one to edit.
    expect(screen.queryByText(/^address:/)).toBeNull();
    expect(busy).toEqual([true, false]);
    fireEvent.click(button('Remove'));
    await screen.findByText('address:');
    expect(document.activeElement).toBe(button('Choose a Picture'));
  });

  it('may take longer: it is asked for until it is ready', { tags: 'full' }, async () => {
    api.answers(POST, { id: ID, state: 'reading' });
    let asked = 0;
    api.answers('GET /api/media/:id', () => {
      asked += 1;
      return asked < 2 ? { id: ID, state: 'reading' } : ready;
    });
    openField().choose(photo());
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(asked).toBe(2);
  });

  it.each(['dropped', 'pasted'])('can be %s; of several the first one is taken', async (how) => {
    api.answers(POST, ready);
    const { group } = openField();
    const files = [photo(), photo('other.jpg'), photo('notes.txt', 'text/plain')];
    if (how === 'dropped') fireEvent.drop(group, { dataTransfer: { files, types: ['Files'] } });
    else paste(files);
    await screen.findByRole('button', { name: 'Change Picture' });
    screen.getByText('Only one picture fits here, so we used the first.');
  });

  it('that a spreadsheet adds to copied cells is left, because their text is pasted; one with its address is taken', async () => {
    api.answers(POST, ready);
    openField();
    expect(paste([photo()], '<table><td>Gnocchi</td></table>')).toBe(true);
    expect(busy).toEqual([]);
    expect(paste([photo()], '<img src="https://example.com/pasta.jpg">')).toBe(false);
    await screen.findByRole('button', { name: 'Change Picture' });
  });

  it('can be given up on its way', async () => {
    api.holds(POST);
    openField().choose(photo());
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Upload' }));
    await screen.findByRole('button', { name: 'Choose a Picture' });
    screen.getByText('address:');
    expect(busy.at(-1)).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a picture that is cropped', () => {
  const drawImage = vi.fn();
  const CUT = 'cropped';
  const context = { drawImage, fillRect: vi.fn(), fillStyle: '' };
  let type = '';

  /** jsdom reads no pictures and has no layout: each photo is `width` × `height`, in a box of 300 × 225. */
  function photosAre(width: number, height: number) {
    vi.clearAllMocks();
    context.fillStyle = '';
    const of = (part: object, name: string, value: number) =>
      vi.spyOn(part as HTMLImageElement, name as 'width', 'get').mockReturnValue(value);
    of(HTMLImageElement.prototype, 'naturalWidth', width);
    of(HTMLImageElement.prototype, 'naturalHeight', height);
    of(HTMLElement.prototype, 'offsetWidth', 300);
    of(HTMLElement.prototype, 'offsetHeight', 225);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 225));
    // What was cut is small.
    const sizeOf = (file: Blob) => (file.size === CUT.length ? { width: 300, height: 100 } : { width, height });
    vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...sizeOf(file), close: () => {} }));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, asked) => {
      type = asked as string;
      give(new Blob([CUT], { type }));
    });
  }

  /** Chooses a photo for a wide picture; returns the dialog, with the photo in it. */
  async function openCrop(file = photo(), crop = { aspect: 3 }) {
    const container = flushSync(() => mount(<Held begins="" crop={crop} />));
    const input = container.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
    button('Choose a Picture').focus();
    fireEvent.change(input, { target: { files: [file] } });
    const dialog = await screen.findByRole('dialog', { name: 'Crop Picture' });
    return { dialog, image: dialog.querySelector('img') as HTMLImageElement };
  }

  it('is sent as the part that was chosen, at most as large as the server keeps it', async () => {
    photosAre(6000, 4000);
    api.answers(POST, ready);
    const { image } = await openCrop();
    fireEvent.load(image);
    await waitFor(() => expect(button('Use Photo')).toHaveProperty('disabled', false));
    fireEvent.click(button('Use Photo'));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(screen.queryByRole('dialog')).toBeNull();
    const [, x, y, width, height, , , sentWidth, sentHeight] = drawImage.mock.lastCall as number[];
    expect({ x, y, width, height }).toEqual({ x: 0, y: 1000, width: 6000, height: 2000 });
    expect({ sentWidth, sentHeight }).toEqual({ sentWidth: 2048, sentHeight: 683 });
    expect(type).toBe('image/jpeg');
  });

  it('can be zoomed, and stays transparent', async () => {
    photosAre(800, 800);
    api.answers(POST, ready);
    const { image } = await openCrop(photo('logo.png', 'image/png'), { aspect: 1 });
    fireEvent.load(image);
    const slider = await screen.findByRole('slider', { name: 'Zoom' });
    await waitFor(() => expect(slider).toHaveProperty('disabled', false));
    fireEvent.change(slider, { target: { value: '2' } });
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('200%'));
    fireEvent.click(button('Use Photo'));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(drawImage.mock.lastCall?.slice(1, 5)).toEqual([200, 200, 400, 400]);
    expect(type).toBe('image/webp');
    expect(context.fillRect).not.toHaveBeenCalled();
  });

  it('that is large is sent smaller, also where it may be transparent: a slow network would not be done in time', async () => {
    photosAre(6000, 4000);
    api.answers(POST, ready);
    openField().choose(photo('menu.png', 'image/png', 5 * 1024 * 1024));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(drawImage.mock.lastCall?.slice(7)).toEqual([2048, 1365]);
    expect(type).toBe('image/webp');
    expect(context.fillRect).not.toHaveBeenCalled();
  });

  it('that has many pixels in a small file is sent smaller: the server reads fewer of some kinds', async () => {
    photosAre(8000, 6000);
    api.answers(POST, ready);
    openField().choose(photo('menu.avif', 'image/avif'));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(drawImage.mock.lastCall?.slice(7)).toEqual([2048, 1536]);
    expect(type).toBe('image/jpeg');
  });

  it('that is large is sent as it is where this browser can only make it larger', async () => {
    photosAre(2000, 1500);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) =>
      give(new Blob([new Uint8Array(5 * 1024 * 1024)], { type: 'image/png' })),
    );
    const header = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader');
    api.answers(POST, ready);
    openField().choose(photo('menu.webp', 'image/webp', 3 * 1024 * 1024));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(header).toHaveBeenCalledWith('Content-Type', 'image/webp');
  });

  it('is white, not black, where it was transparent in a kind that becomes a JPEG', async () => {
    photosAre(800, 800);
    api.answers(POST, ready);
    const { image } = await openCrop(photo('logo.gif', 'image/gif'), { aspect: 1 });
    fireEvent.load(image);
    await waitFor(() => expect(button('Use Photo')).toHaveProperty('disabled', false));
    fireEvent.click(button('Use Photo'));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect([type, context.fillStyle]).toEqual(['image/jpeg', 'white']);
    expect(context.fillRect.mock.lastCall).toEqual([0, 0, 800, 800]);
    const [filled, drawn] = [context.fillRect, drawImage].map((act) => act.mock.invocationCallOrder.at(-1));
    expect(filled).toBeLessThan(drawn as number);
  });

  it('is on its way from then on, and can be given up, while a slow phone still cuts it', async () => {
    photosAre(6000, 4000);
    busy.length = 0;
    let cut = () => {};
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => {
      cut = () => give(new Blob([CUT], { type: 'image/jpeg' }));
    });
    const { image } = await openCrop();
    fireEvent.load(image);
    await waitFor(() => expect(button('Use Photo')).toHaveProperty('disabled', false));
    fireEvent.click(button('Use Photo'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(busy).toEqual([true]);
    fireEvent.click(button('Cancel Upload'));
    cut();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls.count(POST)).toBe(0);
    expect(busy.at(-1)).toBe(false);
    screen.getByRole('button', { name: 'Choose a Picture' });
  });

  it('is not sent where that is given up', async () => {
    photosAre(1200, 800);
    await openCrop();
    fireEvent.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText('address:');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(drawImage).not.toHaveBeenCalled();
  });

  it('leaves the focus at its button, while it is on its way and when it has arrived', async () => {
    photosAre(4000, 3000);
    api.answers(POST, ready);
    let cut = () => {};
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => {
      cut = () => give(new Blob([CUT], { type: 'image/jpeg' }));
    });
    const { image } = await openCrop();
    fireEvent.load(image);
    await waitFor(() => expect(button('Use Photo')).toHaveProperty('disabled', false));
    fireEvent.click(button('Use Photo'));
    // Radix returns the focus in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement).toBe(button('Cancel Upload'));
    cut();
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(document.activeElement).toBe(button('Change Picture'));
  });

  it('needs a photo that is large enough', async () => {
    photosAre(400, 400);
    fireEvent.load((await openCrop()).image);
    within(await screen.findByRole('alert')).getByText(
      'This photo is too small. The picture needs at least 480 × 160 pixels.',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('needs a photo that the browser can read', async () => {
    photosAre(400, 400);
    fireEvent.error((await openCrop(photo('IMG_1.HEIC', 'image/heic'))).image);
    expect((await screen.findByRole('alert')).textContent).toContain('Save it as a JPEG');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('what is pasted goes to the field that has the focus, where there are several', async () => {
  api.answers(POST, ready);
  flushSync(() =>
    mount(
      <>
        <Held begins="" label="First" />
        <Held begins="" label="Second" />
      </>,
    ),
  );
  const second = within(screen.getByRole('group', { name: /^Second/ }));
  paste([photo()]);
  second.getByRole('button', { name: 'Choose a Picture' }).focus();
  paste([photo()]);
  await second.findByRole('button', { name: 'Change Picture' });
  expect(screen.getAllByRole('button', { name: 'Choose a Picture' })).toHaveLength(1);
});

describe('what cannot be taken says why', () => {
  const alert = async () => (await screen.findByRole('alert')).textContent;

  it('where the server is away, in view, and can be sent again', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    api.refuses(POST, 'unavailable', 'Pictures are not read right now.');
    const { choose } = openField();
    choose(photo());
    expect(await alert()).toContain('Pictures are not read right now.');
    expect(shown.mock.contexts).toEqual([screen.getByRole('alert')]);
    expect(busy).toEqual([true, false]);
    api.answers(POST, ready);
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('button', { name: 'Change Picture' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('where the server cannot read it, and another can be chosen', async () => {
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click');
    api.refuses(POST, 'image-unreadable', 'A PNG can have at most 25 megapixels. Make it smaller and try again.');
    openField().choose(photo());
    expect(await alert()).toContain('A PNG can have at most 25 megapixels. Make it smaller and try again.');
    const [another, ...more] = within(screen.getByRole('alert')).getAllByRole('button');
    expect([another?.textContent, more]).toEqual(['Choose Another Picture', []]);
    fireEvent.click(another as HTMLElement);
    expect(opened).toHaveBeenCalledOnce();
  });

  it.each([
    ['unavailable', "The picture couldn't be uploaded. Please try again.Try Again"],
    ['image-unreadable', "The picture couldn't be uploaded.Choose Another Picture"],
  ] as const)('where the server gives no reason: %s', async (code, words) => {
    api.refuses(POST, code, '');
    openField().choose(photo());
    expect(await alert()).toBe(words);
  });

  it('where it was refused after a while', { tags: 'full' }, async () => {
    api.answers(POST, { id: ID, state: 'reading' });
    api.answers('GET /api/media/:id', { id: ID, state: 'refused', reason: 'This file could not be read.' });
    openField().choose(photo());
    await waitFor(async () => expect(await alert()).toContain('This file could not be read.'));
  });

  it.each([
    ['a kind that this browser cannot convert', photo('IMG_1.HEIC', 'image/heic'), 'Save it as a JPEG'],
    ['a kind that it cannot name', photo('IMG_1.heic', ''), 'Save it as a JPEG'],
    ['a file that is too large', photo('a.png', 'image/png', 12 * 1024 * 1024 + 1), 'at most 12 MB'],
  ])('%s', async (_what, file, words) => {
    openField().choose(file);
    expect(await alert()).toContain(words);
  });

  it('without a network', async () => {
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      this.dispatchEvent(new Event('error'));
    });
    openField().choose(photo());
    expect(await alert()).toContain('Check your connection and try again.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('on a network that is too slow for it', async () => {
    api.fails(POST, 408, '');
    openField().choose(photo());
    expect(await alert()).toBe("The picture couldn't be uploaded. Please try again.Try Again");
  });

  it("behind a network's own page, which answers for the server", async () => {
    api.responds(POST, () => new Response('<h1>Welcome to our Wi-Fi</h1>'));
    openField().choose(photo());
    expect(await alert()).toContain('Check your connection and try again.');
  });

  it('where what was dropped is no picture, in view each time', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { group } = openField();
    const drop = () =>
      fireEvent.drop(group, { dataTransfer: { files: [photo('a.txt', 'text/plain')], types: ['Files'] } });
    drop();
    expect(await alert()).toContain("That's not a picture.");
    expect(shown).toHaveBeenCalledTimes(1);
    drop();
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
  });
});
