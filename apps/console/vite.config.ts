import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { firstPagePath } from './src/domains/devices/first-page.ts'

const product = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const server = process.env['CONSOLE_API'] ?? 'http://localhost:3000'

/** Scripts of the frame and the devices list, which the entry alone would ask for only after it has run. */
function screenFiles(bundle: NonNullable<IndexHtmlTransformContext['bundle']>): string[] {
  return Object.keys(bundle)
    .filter((name) => /\/(frame|devices|devices-page)-[^/]+\.js$/.test(name))
    .map((name) => `/${name}`)
}

/** The page asks for its data before the bundle has arrived, so the inline line has to name the same address as the bundle. */
function earlyRequests(): Plugin {
  return {
    name: 'early-requests',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html
          .replace('%FIRST_DEVICES%', `/api${firstPagePath}`)
          .replace('%FIRST_FILES%', screenFiles(bundle ?? {}).join(' ')),
    },
  }
}

/** Writes `.br` and `.gz` beside each text file, which the server sends instead. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      for (const name of names) {
        const file = path.join(dir, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        await writeFile(`${file}.gz`, await promisify(gzip)(content))
      }
    },
  }
}

const library = (names: string) => new RegExp(`/node_modules/(${names})/`)
const baseLibraries = library(
  'react|react-dom|scheduler|react-i18next|i18next|zod|@tabler/[^/]+|@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)',
)
const frameLibraries = library('@floating-ui/[^/]+|clsx|@mantine/(core|hooks)')
/** Only some windows have a field with a list. */
const rare = /\/components\/(Combobox|Select|PillsInput|ScrollArea|InputBase|Input|Notification)\//
const room = (names: string) => new RegExp(`/console/src/(${names})`)
const baseRooms = room(
  'api/|brand/|i18n/|ui/(button|state|spinner|field|error-boundary|icons|format|segmented|checkbox)',
)
const frameRooms = room('shell/|windows/|ui/(menu|popover|tip|icon-button|scheme|mantine|focus-trap|toast\\.)')
const listRooms = room(
  'tables/|domains/(companies|storage)/|domains/devices/(devices-page|first-page|list-|queries|cells|columns|status|signal|live-states|filter|add-filter|search-box|open-windows|delete-|export-)',
)
const baseContract = /contract\/src\/(account|brand|[a-z]+\.ts)/
const listLibraries = library('@tanstack/(react-table|table-core|react-virtual|virtual-core)')
const listContract = /contract\/src\/(devices|companies|storage)/

/**
 * Few files instead of one for each shared piece: what sign-in needs, what every screen behind it needs, the devices
 * list, and the other screens with what is theirs alone.
 */
const chunks = [
  { name: 'base', test: (id: string) => [baseLibraries, baseRooms, baseContract].some((one) => one.test(id)) },
  {
    name: 'frame',
    test: (id: string) => (frameLibraries.test(id) && !rare.test(id)) || frameRooms.test(id),
    includeDependenciesRecursively: false,
  },
  {
    name: 'devices',
    test: (id: string) => [listLibraries, listRooms, listContract].some((one) => one.test(id)),
    includeDependenciesRecursively: false,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), earlyRequests(), precompress()],
  define: { __APP_VERSION__: JSON.stringify(product.version) },
  build: {
    outDir: process.env['CONSOLE_OUT'] ?? 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: address would need its own line in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    // The server takes changes only from its own origin.
    proxy: Object.fromEntries(
      ['/api', '/brand', '/status'].map((path) => [path, { target: server, ws: true, headers: { origin: server } }]),
    ),
  },
})
