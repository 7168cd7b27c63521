/**
 * Where the site serves the photo reader: its worker, its WebAssembly and its languages. The folder names the versions of
 * tesseract.js and of its data, so that browsers can keep the files forever; the build checks them.
 */
export const READER_VERSIONS = { reader: '7.0.0', languages: '1.0.0' };
export const READER_FOLDER = `/assets/photo-reader/${READER_VERSIONS.reader}-${READER_VERSIONS.languages}`;

/** The worker, which has a Content-Security-Policy of its own in nginx. */
export const READER_WORKER = 'worker.js';
/** All browsers that the site supports have SIMD. */
export const READER_CORE = 'core.js';

/** What the reader does with its remarks, such as a guessed resolution: they would be errors on the console. */
export const READER_SETTINGS = 'debug_file /dev/null';
