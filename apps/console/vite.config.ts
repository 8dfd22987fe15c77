import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { askedOnly } from './build/asked.ts'
import { checkedDomains } from './build/check-domains.ts'
import { chunks } from './build/chunks.ts'
import { compileHint } from './build/compile-hint.ts'
import { compress } from './build/compress.ts'
import { earlyRequests } from './build/early.ts'
import { bundledOutlines } from './build/outlines.ts'
import { notLoadedYet } from './build/preloads.ts'
import { pureContract } from './build/pure.ts'

const product = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const outDir = process.env.CONSOLE_OUT ?? 'dist'
// The build empties this folder: an empty name would mean the sources themselves.
if (outDir.trim() === '') throw new Error('CONSOLE_OUT is empty: name the folder for the built console')
const server = process.env.CONSOLE_API ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    checkedDomains(),
    askedOnly(),
    pureContract(),
    bundledOutlines(),
    compileHint(),
    earlyRequests(),
    compress(),
  ],
  define: { __APP_VERSION__: JSON.stringify(product.version) },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: address would need its own entry in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: notLoadedYet },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    // The server accepts changes only from its own origin.
    proxy: Object.fromEntries(
      ['/api', '/brand', '/status'].map((path) => [path, { target: server, ws: true, headers: { origin: server } }]),
    ),
  },
})
