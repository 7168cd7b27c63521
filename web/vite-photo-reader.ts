import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Connect, Plugin } from 'vite';
import { READER_LANGUAGES } from './src/features/import/photo/photo-languages.ts';
import {
  READER_CORE,
  READER_FOLDER,
  READER_VERSIONS,
  READER_WORKER,
} from './src/features/import/photo/reader-files.ts';

const require = createRequire(import.meta.url);

/** Adds the files of the photo reader to the site: its worker, its WebAssembly and its languages. Browsers load them for a photo. */
export function photoReader(): Plugin {
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    const source = readerFiles().get(request.url?.split('?')[0]?.slice(1) ?? '');
    if (!source) return next();
    response.setHeader('content-type', request.url?.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
    response.end(contentOf(source));
  };
  return {
    name: 'photo-reader',
    configureServer: (server) => void server.middlewares.use(serve),
    generateBundle() {
      for (const [fileName, source] of readerFiles()) {
        this.emitFile({ type: 'asset', fileName, source: contentOf(source) });
      }
    },
  };
}

/**
 * The paths of the files on the site, without a slash before them, and where they are here.
 * @throws Error if the folder on the site names other versions
 */
function readerFiles(): ReadonlyMap<string, string> {
  checkVersion('tesseract.js', READER_VERSIONS.reader);
  const at = (name: string) => `${READER_FOLDER.slice(1)}/${name}`;
  return new Map([
    [at(READER_WORKER), require.resolve('tesseract.js/dist/worker.min.js')],
    [at(READER_CORE), require.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm.js')],
    ...READER_LANGUAGES.map((language): [string, string] => {
      checkVersion(`@tesseract.js-data/${language}`, READER_VERSIONS.languages);
      const name = `${language}.traineddata.gz`;
      return [at(name), require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${name}`)];
    }),
  ]);
}

function checkVersion(name: string, wanted: string): void {
  const { version } = require(`${name}/package.json`) as { version: string };
  if (version !== wanted) throw new Error(`${name} is ${version}: change READER_VERSIONS, which says ${wanted}.`);
}

/** A file as it is served: its source map is not. */
function contentOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith('.js') ? Buffer.from(bytes.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')) : bytes;
}
