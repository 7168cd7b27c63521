// A restaurant's own pictures. One address says everything that a page needs to show one: whose it is, its content, its size, its
// mean color. So nothing is asked for it, and nothing on the page moves when it comes.

/** The widths that a picture is kept in, in pixels, where it is wide enough. */
const WIDTHS = [160, 320, 640, 1280] as const;

/** The format of a file, best first: what a browser takes of them is the smallest. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The narrowest width of each format: small AVIF files save nothing, and JPEG is for old browsers, link previews and print. */
const NARROWEST: Readonly<Record<PictureFormat, number>> = { avif: 320, webp: 160, jpg: 640 };

/** A picture, as its address says it. */
export interface Picture {
  tenantId: string;
  /** 24 hexadecimal digits of the hash of its pixels. */
  hash: string;
  /** Of the largest size that it was read in, in pixels. */
  width: number;
  height: number;
  /** Its mean color: `#rrggbb`. */
  color: string;
}

const ADDRESS =
  /^\/m\/([0-9a-f]{32})\/([0-9a-f]{24})-([1-9]\d{0,3})x([1-9]\d{0,3})-([0-9a-f]{6})\/(\d+)\.(avif|webp|jpg)$/;

const folderOf = ({ tenantId, hash, width, height, color }: Picture) =>
  `/m/${tenantId.replaceAll('-', '')}/${hash}-${width}x${height}-${color.slice(1)}`;

/** Where all pictures of a restaurant are, with a slash at the end. */
export const picturesOf = (tenantId: string): string => `/m/${tenantId.replaceAll('-', '')}/`;

/** The widths in which a picture of `width` pixels is kept in `format`, in ascending order. */
export function pictureWidths(width: number, format: PictureFormat): number[] {
  const widest = Math.min(width, WIDTHS[WIDTHS.length - 1] as number);
  return [...WIDTHS.filter((one) => one < widest && one >= NARROWEST[format]), widest];
}

/** The address of a picture's file. */
export const pictureFile = (picture: Picture, width: number, format: PictureFormat): string =>
  `${folderOf(picture)}/${width}.${format}`;

/** The address by which a dish or a restaurant names a picture: its largest JPEG, which every browser shows. */
export const pictureAddress = (picture: Picture): string =>
  pictureFile(picture, pictureWidths(picture.width, 'jpg').at(-1) as number, 'jpg');

/** The picture at the address `path`; null where it is none of ours: a picture elsewhere, or no picture. */
export function pictureAt(path: string): Picture | null {
  const [, owner, hash, width, height, color, at, format] = ADDRESS.exec(path) ?? [];
  if (!owner || !hash) return null;
  const tenantId = owner.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const picture = { tenantId, hash, width: Number(width), height: Number(height), color: `#${color}` };
  return pictureWidths(picture.width, format as PictureFormat).includes(Number(at)) ? picture : null;
}

/** Whether `address` is a picture elsewhere that is not encrypted: the pages load none (`img-src`). */
export const isInsecurePicture = (address: string): boolean => /^http:/i.test(address);

/** Why such a picture is refused, unless it was there before this rule. */
export const INSECURE_PICTURE = "The picture's address must start with https://.";

/** The address of a picture for those who read it elsewhere: search engines, link previews. */
export const absolutePicture = (origin: string, address: string): string =>
  address.startsWith('/') ? `${origin}${address}` : address;
