import { isForeign, type LockedPackage } from './lock-file.ts';

// The licences under which we may ship third-party code. A new one is a decision: add it here, with its reason.

/** Licences that only require keeping their notice, as far as we are concerned. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Licences with more conditions, each allowed for some packages only, with the reason. */
const ALLOWED_FOR: Readonly<Record<string, { names: RegExp; reason: string }>> = {
  'LGPL-3.0-or-later': {
    names: /^@img\/sharp-/,
    reason: 'libvips, a shared library as sharp publishes it, that can be exchanged and is not changed',
  },
  'MPL-2.0': {
    names: /^lightningcss(-|$)/,
    reason: 'makes style sheets when the site is built; no file of it is changed, none is shipped',
  },
  'EPL-2.0': { names: /^elkjs$/, reason: 'part of a tool of the Prisma CLI; not changed, not shipped' },
  'OFL-1.1': { names: /^@fontsource-variable\//, reason: 'fonts, shipped as they are and not sold by themselves' },
};

/** Licences that packages state only in a LICENSE file. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'png-js@2.0.0': 'MIT',
  'seq-queue@0.0.5': 'MIT',
  'ssh2@1.17.0': 'MIT',
};

/** The packages that may not be shipped, as `name@version: licence`. */
export const notAllowed = (packages: readonly LockedPackage[]): string[] =>
  packages
    .filter((one) => isForeign(one) && !one.dev && !isAllowed(one))
    .map((one) => `${one.name}@${one.version}: ${licenceOf(one) ?? 'says none'}`);

/** Exceptions that no package in `packages` needs any more. */
export const needless = (packages: readonly LockedPackage[]): string[] => {
  const shipped = packages.filter((one) => isForeign(one) && !one.dev);
  const isUsed = (licence: string) =>
    shipped.some((one) => partsOf(licenceOf(one)).includes(licence) && ALLOWED_FOR[licence]?.names.test(one.name));
  const isThere = (name: string) => shipped.some((one) => `${one.name}@${one.version}` === name && !one.license);
  return [
    ...Object.keys(ALLOWED_FOR).filter((licence) => !isUsed(licence)),
    ...Object.keys(SAID_ELSEWHERE).filter((name) => !isThere(name)),
  ];
};

const licenceOf = ({ name, version, license }: LockedPackage) => license ?? SAID_ELSEWHERE[`${name}@${version}`];

const partsOf = (licence = ''): string[] => licence.replace(/[()]/g, '').split(/ (?:and|or) /i);

/** With OR, one licence must be allowed; with AND, or with both, every one. */
function isAllowed(one: LockedPackage): boolean {
  const licence = licenceOf(one);
  if (!licence) return false;
  const parts = partsOf(licence);
  const isFine = (part: string) => ALLOWED.has(part) || ALLOWED_FOR[part]?.names.test(one.name) === true;
  return / or /i.test(licence) && !/ and /i.test(licence) ? parts.some(isFine) : parts.every(isFine);
}
