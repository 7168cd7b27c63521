import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CREATE_ICON = fileURLToPath(new URL('./src/ui/create-icon.ts', import.meta.url));

/** Makes the icons of lucide-react small: their component is src/ui/create-icon.ts, and numbers are their keys, which compress. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? CREATE_ICON : null,
    transform(code, id) {
      if (!/lucide-react.*\/icons\/[\w-]+\.mjs$/.test(id)) return null;
      let key = 0;
      return { code: code.replace(/key: "\w+"/g, () => `key: "${key++}"`), map: null };
    },
  };
}
