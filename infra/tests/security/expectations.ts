import type { Restaurant } from './people.ts';

// The expected access for each operation, written by hand: nothing here is computed from the tested code.

/** The kinds of callers, in the order of a row's statuses. The first ones' restaurant has all of them; the suspended owner's has none. */
export const ASKING = [
  'anonymous',
  'owner',
  'manager',
  'staff',
  'declaring staff',
  'another owner',
  'another manager',
  'another staff',
  'suspended owner',
  'admin',
  'admin with a restaurant',
  'person without a restaurant',
] as const;
export type Asking = (typeof ASKING)[number];

/** Who may access a path at all, which determines the response to an unsupported verb. */
export type Door = 'anyone' | 'signed-in' | 'admin';

/** The expected responses of one operation. */
export interface Row {
  door: Door;
  /**
   * A status for each of `ASKING`, with a bar between restaurants, or one for all of them:
   * `anonymous | owner manager staff, declaring staff | another's owner manager staff | suspended owner | admin, with a restaurant | none`.
   * The people of another restaurant use the owner's ids if the path has one, else their own data.
   */
  is: string;
  /** The value of the path's parameters, from the first to the last. */
  id?: (of: Restaurant) => string;
  /** An unused id as long as `id`. If given, everyone but the owner and admins must get the same response for both. */
  missing?: string;
  /** The request body; `of` is the caller's restaurant, or the owner's. */
  body?: (of: Restaurant) => unknown;
  /** Its data is public. */
  isPublic?: true;
  /** It ends the caller's session. */
  endsSession?: true;
  /** It ends what the caller is: nothing can be asked after it. */
  isLast?: true;
}

/** The statuses of a row, by caller. */
export function statusesOf(is: string): Readonly<Record<Asking, number>> {
  const statuses = is.split(/[ |]+/).map(Number);
  if (statuses.length !== 1 && statuses.length !== ASKING.length) throw new Error(`"${is}" is not for each caller`);
  return Object.fromEntries(ASKING.map((who, at) => [who, statuses[at] ?? statuses[0]])) as Record<Asking, number>;
}

const NO_NUMBER = '9999';
const NO_CODE = 'zzzzzzzz';
const NO_UUID = '00000000-0000-4000-8000-000000000000';
const NO_PICTURE = `/m/${NO_UUID.replaceAll('-', '')}/${'0'.repeat(24)}-400x300-000000/400.jpg`;

const category = { id: (of: Restaurant) => String(of.categoryIds[0]), missing: NO_NUMBER };
const item = { id: (of: Restaurant) => String(of.itemIds[0]), missing: NO_NUMBER };
const optionGroup = { id: (of: Restaurant) => String(of.optionGroupId), missing: NO_NUMBER };
const UNKNOWN = 'u'.repeat(15);
const code = { id: (of: Restaurant) => of.codeIds[1] as string, missing: NO_CODE };
const sheet = { id: (of: Restaurant) => of.sheetId, missing: NO_UUID };
const member = { id: (of: Restaurant) => of.memberId, missing: NO_UUID };
const upload = { id: (of: Restaurant) => of.uploadId, missing: NO_UUID };
const language = { id: () => 'fr' };
const menu = { door: 'anyone', isPublic: true, id: (of: Restaurant) => of.slug } as const;
const status = { door: 'admin', body: () => ({ isActive: true, reason: 'As it was' }) } as const;

const named = (what: string) => (of: Restaurant) => ({ name: `${what} ${of.mark}` });
const somebody = () => `nobody-${crypto.randomUUID().slice(0, 8)}`;
const NEW_PASSWORD = 'open sesame again';

/** By operation. The test fails when one is missing. */
export const EXPECTED: Readonly<Record<string, Row>> = {
  // auth
  getSite: { door: 'anyone', is: '200', isPublic: true },
  logIn: { door: 'anyone', is: '401', body: () => ({ email: 'no@example.com', password: 'nothing' }) },
  signUp: {
    door: 'anyone',
    is: '201',
    body: () => {
      const slug = somebody();
      return { name: 'Eve', email: `${slug}@example.com`, password: NEW_PASSWORD, restaurantName: 'Da Eve', slug };
    },
  },
  getCurrentUser: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200' },
  changeCurrentUser: {
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200',
    body: () => ({ name: 'Ada' }),
  },
  logOut: { door: 'signed-in', is: '401 | 204 204 204 204 | 204 204 204 | 401 | 204 204 | 204', endsSession: true },
  logOutEverywhere: {
    door: 'signed-in',
    is: '401 | 204 204 204 204 | 204 204 204 | 401 | 204 204 | 204',
    endsSession: true,
  },
  listSessions: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200' },
  endSession: {
    door: 'signed-in',
    is: '401 | 204 404 404 404 | 404 404 404 | 401 | 404 204 | 404',
    id: (of) => of.sessionId,
    missing: NO_UUID,
  },
  changePassword: {
    endsSession: true,
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200',
    body: (of) => ({ currentPassword: of.password, newPassword: of.password }),
  },
  getTwoFactor: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200' },
  setUpTwoFactor: {
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200',
    body: (of) => ({ password: of.password }),
  },
  confirmTwoFactor: {
    door: 'signed-in',
    is: '401 | 400 400 400 400 | 400 400 400 | 401 | 400 400 | 400',
    body: () => ({ code: '000000' }),
  },
  disableTwoFactor: {
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200',
    body: (of) => ({ password: of.password }),
    endsSession: true,
  },
  renewRecoveryCodes: {
    door: 'signed-in',
    is: '401 | 409 409 409 409 | 409 409 409 | 401 | 409 409 | 409',
    body: (of) => ({ password: of.password }),
  },
  askPasswordReset: { door: 'anyone', is: '202', body: () => ({ email: 'no@example.com' }) },
  resetPassword: {
    door: 'anyone',
    is: '410',
    body: () => ({ token: 'a-link-of-nobody', password: NEW_PASSWORD }),
  },
  askEmailConfirmation: { door: 'signed-in', is: '401 | 202 202 202 202 | 202 202 202 | 401 | 202 202 | 202' },
  confirmEmail: { door: 'anyone', is: '410', body: () => ({ token: 'a-link-of-nobody' }) },
  // With a wrong password, so that the account keeps its address.
  askEmailChange: {
    door: 'signed-in',
    is: '401 | 400 400 400 400 | 400 400 400 | 401 | 400 400 | 400',
    body: () => ({ email: 'new@example.com', password: 'not this one' }),
  },
  confirmEmailChange: { door: 'anyone', is: '410', body: () => ({ token: 'a-link-of-nobody' }) },
  getTenant: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  changeTenant: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: named('Da'),
  },
  listTenantTranslations: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    ...language,
  },
  // Another owner's restaurant is ignored like one that is gone.
  changeTenantTranslations: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    ...language,
    body: (of) => ({
      changes: [{ kind: 'tenant', id: of.tenantId, field: 'description', text: `Pâtes ${of.mark}`, base: 'Pasta' }],
    }),
  },
  getAccount: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  // With a wrong restaurant name, because later requests need an active restaurant. Deletion has its own tests.
  askForDeletion: {
    door: 'signed-in',
    is: '401 | 400 403 403 403 | 400 403 403 | 401 | 403 400 | 403',
    body: (of) => ({ name: 'Of nobody', password: of.password }),
  },
  keepRestaurant: { door: 'signed-in', is: '401 | 204 403 403 403 | 204 403 403 | 401 | 403 204 | 403' },
  // With a wrong password, because later requests need the account.
  deleteAccount: {
    door: 'signed-in',
    is: '401 | 400 400 400 400 | 400 400 400 | 401 | 409 409 | 400',
    body: () => ({ password: 'not this one' }),
  },
  // To their own, or the owner's. Another owner who names the owner's restaurant has a test of its own.
  switchRestaurant: {
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 404 200 | 404',
    body: (of) => ({ tenantId: of.tenantId }),
  },
  addRestaurant: {
    door: 'signed-in',
    is: '401 | 201 403 403 403 | 201 403 403 | 401 | 201 201 | 201',
    body: () => ({ name: 'Da Eve', slug: somebody() }),
  },
  getTeam: { door: 'signed-in', is: '401 | 200 403 403 403 | 200 403 403 | 401 | 403 200 | 403' },
  listMemberNames: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  invite: {
    door: 'signed-in',
    is: '401 | 201 403 403 403 | 201 403 403 | 401 | 403 201 | 403',
    body: () => ({ role: 'staff' }),
  },
  withdrawInvitation: {
    door: 'signed-in',
    is: '401 | 204 403 403 403 | 404 403 403 | 401 | 403 204 | 403',
    id: (of) => of.invitationId,
    missing: NO_UUID,
  },
  changeMember: {
    door: 'signed-in',
    is: '401 | 200 403 403 403 | 404 403 403 | 401 | 403 200 | 403',
    ...member,
    body: () => ({ role: 'manager', mayDeclare: true }),
  },
  removeMember: { door: 'signed-in', is: '401 | 204 403 403 403 | 404 403 403 | 401 | 403 204 | 403', ...member },
  // Owners are the last of their restaurants.
  leaveRestaurant: {
    door: 'signed-in',
    is: '401 | 409 204 204 204 | 409 204 204 | 401 | 403 409 | 403',
    isLast: true,
  },
  listDevices: { door: 'signed-in', is: '401 | 200 403 403 403 | 200 403 403 | 401 | 403 200 | 403' },
  setUpDevice: {
    door: 'signed-in',
    is: '401 | 201 201 201 201 | 201 201 201 | 401 | 403 201 | 403',
    body: () => ({ name: 'Tablet', pin: '4071' }),
    endsSession: true,
  },
  endDevice: {
    door: 'signed-in',
    is: '401 | 204 403 403 403 | 404 403 403 | 401 | 403 204 | 403',
    id: (of) => of.deviceId,
    missing: NO_UUID,
  },
  unlockDevice: { door: 'anyone', is: '410', body: () => ({ key: 'a-key-of-no-device', pin: '4071' }) },
  readInvitation: { door: 'anyone', is: '410', body: () => ({ token: 'a-link-of-nobody' }) },
  acceptInvitation: {
    door: 'anyone',
    is: '410',
    body: () => ({ token: 'a-link-of-nobody', name: 'Eve', email: 'eve@example.com', password: NEW_PASSWORD }),
  },
  join: {
    door: 'signed-in',
    is: '401 | 410 410 410 410 | 410 410 410 | 401 | 410 410 | 410',
    body: () => ({ token: 'a-link-of-nobody' }),
  },

  // menu
  listCategories: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  addCategory: {
    door: 'signed-in',
    is: '401 | 201 201 403 403 | 201 201 403 | 401 | 403 201 | 403',
    body: named('Dolci'),
  },
  orderCategories: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: (of) => ({ ids: of.categoryIds }),
  },
  changeCategory: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403',
    ...category,
    body: named('Primi'),
  },
  deleteCategory: { door: 'signed-in', is: '401 | 204 204 403 403 | 404 404 403 | 401 | 403 204 | 403', ...category },
  listItems: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  addItem: {
    door: 'signed-in',
    is: '401 | 201 201 403 403 | 201 201 403 | 401 | 403 201 | 403',
    body: (of) => ({ ...named('Amatriciana')(of), price: 9, categoryId: of.categoryIds[1] }),
  },
  changeAvailability: {
    door: 'signed-in',
    is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403',
    body: (of) => ({
      changes: [{ item: of.itemIds[0] }, { option: of.optionId }].map((one) => ({ ...one, isAvailable: true })),
    }),
  },
  confirmDraft: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: (of) => ({ sections: [{ category: named('Zuppe')(of), items: [{ ...named('Ribollita')(of), price: 8 }] }] }),
  },
  orderItems: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: (of) => ({ ids: of.itemIds }),
  },
  changeItem: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403',
    ...item,
    body: named('Gricia'),
  },
  deleteItem: { door: 'signed-in', is: '401 | 204 204 403 403 | 404 404 403 | 401 | 403 204 | 403', ...item },
  declareAllergens: {
    door: 'signed-in',
    is: '401 | 200 200 403 200 | 404 404 403 | 401 | 403 200 | 403',
    ...item,
    body: () => ({ states: UNKNOWN }),
  },
  // Of a dish of which nothing is declared.
  confirmAllergens: {
    door: 'signed-in',
    is: '401 | 400 400 403 400 | 400 400 403 | 401 | 403 400 | 403',
    body: (of) => ({ items: [{ id: of.itemIds[1], basis: 'x' }] }),
  },
  checkMenu: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  listOptionGroups: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  addOptionGroup: {
    door: 'signed-in',
    is: '401 | 201 201 403 403 | 201 201 403 | 401 | 403 201 | 403',
    body: (of) => ({ ...named('Syrup')(of), options: [named('Vanilla')(of)] }),
  },
  orderOptionGroups: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: (of) => ({ ids: [of.optionGroupId] }),
  },
  changeOptionGroup: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403',
    ...optionGroup,
    body: named('Milks'),
  },
  deleteOptionGroup: {
    door: 'signed-in',
    is: '401 | 204 204 403 403 | 404 404 403 | 401 | 403 204 | 403',
    ...optionGroup,
  },
  declareOptionAllergens: {
    door: 'signed-in',
    is: '401 | 200 200 403 200 | 404 404 403 | 401 | 403 200 | 403',
    ...optionGroup,
    body: (of) => ({ options: [{ id: of.optionId, states: UNKNOWN }] }),
  },
  listChanges: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  putBack: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403',
    id: (of) => String(of.changeId),
    missing: NO_NUMBER,
  },
  listDayparts: { door: 'signed-in', is: '401 | 200 200 200 200 | 200 200 200 | 401 | 403 200 | 403' },
  changeDayparts: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: () => ({ dayparts: [] }),
  },
  listTranslations: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403', ...language },
  // Another owner's items are ignored like those that are gone.
  changeTranslations: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    ...language,
    body: (of) => ({
      changes: [{ kind: 'item', id: of.itemIds[0], field: 'name', text: `Pâtes ${of.mark}`, base: 'Pasta' }],
    }),
  },
  getAssistant: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  getModelState: { door: 'anyone', is: '200' },
  // No AI is set up here.
  suggestTranslations: {
    door: 'signed-in',
    is: '401 | 409 409 403 403 | 409 409 403 | 401 | 403 409 | 403',
    body: () => ({ from: 'en', to: 'fr', texts: ['Pasta'] }),
  },
  suggestDish: {
    door: 'signed-in',
    is: '401 | 409 409 403 403 | 409 409 403 | 401 | 403 409 | 403',
    body: () => ({ name: 'Pasta', language: 'en' }),
  },
  suggestRules: {
    door: 'signed-in',
    is: '401 | 409 409 403 403 | 409 409 403 | 401 | 403 409 | 403',
    body: () => ({ text: 'All pizzas +4 %' }),
  },
  readPhoto: { door: 'signed-in', is: '401 | 409 409 403 403 | 409 409 403 | 401 | 403 409 | 403' },

  // public-menu
  readMenu: { ...menu, is: '200' },
  watchMenu: { ...menu, is: '200' },
  compareMenu: { ...menu, is: '200' },
  readMenuInLanguage: { ...menu, is: '302', id: (of) => `${of.slug}/fr` },
  readMenuPage: { ...menu, is: '200' },
  readMenuManifest: { ...menu, is: '200' },
  readKitchenManifest: { ...menu, is: '200' },
  readMenuPageInLanguage: { ...menu, is: '302', id: (of) => `${of.slug}/fr` },
  readRobots: { door: 'anyone', isPublic: true, is: '200' },
  readSitemap: { door: 'anyone', isPublic: true, is: '200' },
  readSitemapFile: { door: 'anyone', isPublic: true, is: '200', id: () => '1.xml' },

  // qr
  getMainCode: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  listCodes: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  // Nobody else in the restaurant has used the name.
  addCode: {
    door: 'signed-in',
    is: '401 | 201 201 403 403 | 201 201 403 | 401 | 403 201 | 403',
    body: (of) => named(`Bar ${crypto.randomUUID()}`)(of),
  },
  addCodeRun: {
    door: 'signed-in',
    is: '401 | 201 201 403 403 | 201 201 403 | 401 | 403 201 | 403',
    body: () => ({ prefix: `Sofa ${crypto.randomUUID().slice(0, 8)}`, from: 1, to: 2 }),
  },
  renameCode: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403',
    ...code,
    body: named('Window'),
  },
  retireCode: { door: 'signed-in', is: '401 | 204 204 403 403 | 404 404 403 | 401 | 403 204 | 403', ...code },
  getCodeImage: { door: 'signed-in', is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403', ...code },
  getCodeStyle: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  changeCodeStyle: {
    door: 'signed-in',
    is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403',
    body: (of) => ({ caption: of.mark }),
  },
  makeSheet: {
    door: 'signed-in',
    is: '401 | 202 202 403 403 | 202 202 403 | 401 | 403 202 | 403',
    body: (of) => ({ codeIds: of.codeIds }),
  },
  listSheets: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  getSheet: { door: 'signed-in', is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403', ...sheet },
  getSheetFile: { door: 'signed-in', is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403', ...sheet },
  followCode: { door: 'anyone', isPublic: true, is: '302', id: (of) => of.codeIds[1] as string },

  // media
  addPicture: {
    door: 'signed-in',
    is: '401 | 415 415 403 403 | 415 415 403 | 401 | 403 415 | 403',
    body: (of) => ({ notAPicture: of.mark }),
  },
  getPicture: { door: 'signed-in', is: '401 | 200 200 403 403 | 404 404 403 | 401 | 403 200 | 403', ...upload },
  countPictures: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  getPicturesZip: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  getPictureFile: { door: 'anyone', isPublic: true, is: '200', id: (of) => of.pictureUrl.slice(3) },
  deletePicture: { door: 'signed-in', is: '401 | 204 204 403 403 | 404 404 403 | 401 | 403 204 | 403', ...upload },

  // analytics
  countVisit: {
    door: 'anyone',
    is: '204',
    body: (of) => ({ tenantId: of.tenantId, seconds: 1 }),
  },
  getDashboardStats: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  getAnalytics: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },
  exportAnalytics: { door: 'signed-in', is: '401 | 200 200 403 403 | 200 200 403 | 401 | 403 200 | 403' },

  // admin
  applyForBeta: {
    door: 'anyone',
    is: '201',
    body: () => ({ companyName: 'Da Eve', email: 'eve@example.com', contactName: 'Eve' }),
  },
  getBetaSpots: { door: 'anyone', is: '200' },
  getPricing: { door: 'anyone', is: '200' },
  startDataExport: { door: 'signed-in', is: '401 | 202 403 403 403 | 202 403 403 | 401 | 403 202 | 403' },
  getDataExport: { door: 'signed-in', is: '401 | 200 403 403 403 | 200 403 403 | 401 | 403 200 | 403' },
  getDataExportFile: { door: 'signed-in', is: '401 | 200 403 403 403 | 200 403 403 | 401 | 403 200 | 403' },
  getPlatformStats: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  getSystemStatus: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  listTenants: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  listUsers: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  findTenants: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  findUsers: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  getTenantOverview: {
    door: 'admin',
    is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403',
    id: (of) => of.tenantId,
    missing: NO_UUID,
  },
  changeTenantStatus: {
    ...status,
    is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403',
    id: (of) => of.tenantId,
    missing: NO_UUID,
  },
  changeUserStatus: {
    ...status,
    is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403',
    id: (of) => of.user.id,
    missing: NO_UUID,
  },
  removePicture: {
    door: 'admin',
    is: '401 | 403 403 403 403 | 403 403 403 | 401 | 404 404 | 403',
    id: () => NO_UUID,
    body: () => ({ picture: NO_PICTURE, reason: 'As it was' }),
  },
  listBetaApplications: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },
  reviewBetaApplication: {
    door: 'admin',
    is: '401 | 403 403 403 403 | 403 403 403 | 401 | 404 404 | 403',
    id: () => NO_NUMBER,
    body: () => ({ status: 'declined', version: 1 }),
  },
  listAuditEntries: { door: 'admin', is: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403' },

  // the gateway itself
  readDocs: { door: 'anyone', isPublic: true, is: '200' },
  readOpenApi: { door: 'anyone', isPublic: true, is: '200' },
  readDocsFile: { door: 'anyone', isPublic: true, is: '200', id: () => 'docs-page.js' },
};

/** The responses to an unsupported verb and to OPTIONS, by who may access the path. */
export const OTHER_VERBS: Readonly<Record<Door, { none: string; OPTIONS: string }>> = {
  anyone: { none: '404', OPTIONS: '200' },
  'signed-in': {
    none: '401 | 404 404 404 404 | 404 404 404 | 401 | 404 404 | 404',
    OPTIONS: '401 | 200 200 200 200 | 200 200 200 | 401 | 200 200 | 200',
  },
  admin: {
    none: '401 | 403 403 403 403 | 403 403 403 | 401 | 404 404 | 403',
    OPTIONS: '401 | 403 403 403 403 | 403 403 403 | 401 | 200 200 | 403',
  },
};

/** As an id that is none, or a name that is missing. */
const MENU_400 = '401 | 400 400 403 403 | 400 400 403 | 401 | 403 400 | 403';
/** As an id that does not exist. */
const MENU_404 = '401 | 404 404 403 403 | 404 404 403 | 401 | 403 404 | 403';
const TEAM_400 = '401 | 400 403 403 403 | 400 403 403 | 401 | 403 400 | 403';

/** Where path and verb match another operation, with a word of the path as its parameter. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'DELETE /api/categories/order': MENU_400,
  'DELETE /api/media/pictures': MENU_400,
  'DELETE /api/media/pictures.zip': MENU_400,
  'DELETE /api/menu-items/order': MENU_400,
  'DELETE /api/option-groups/order': MENU_400,
  'PUT /api/qr-codes/run': MENU_400,
  'PUT /api/qr-codes/sheets': MENU_400,
  'DELETE /api/qr-codes/run': MENU_404,
  'DELETE /api/qr-codes/sheets': MENU_404,
  'DELETE /api/qr-codes/style': MENU_404,
  'PUT /api/team/devices': TEAM_400,
  'DELETE /api/team/devices': TEAM_400,
  'PUT /api/team/invitations': TEAM_400,
  'PUT /api/team/leave': TEAM_400,
  'PUT /api/team/names': TEAM_400,
  'DELETE /api/team/invitations': TEAM_400,
  'DELETE /api/team/leave': TEAM_400,
  'DELETE /api/team/names': TEAM_400,
};
