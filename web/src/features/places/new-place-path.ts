/** The path of Add a location. */
export const NEW_PLACE_PATH = '/dashboard/places/new';
