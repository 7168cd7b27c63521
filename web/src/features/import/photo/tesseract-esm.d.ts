/** The build for browsers, which has no types of its own. */
declare module 'tesseract.js/dist/tesseract.esm.min.js' {
  export { default } from 'tesseract.js';
}
