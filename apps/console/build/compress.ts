import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { type BuiltFiles, checkBudget } from './budget.ts'

const brotli = promisify(brotliCompress)

/**
 * Writes `.br` and `.gz` beside each text file, which the server sends instead, and checks sizes against the budget.
 */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const sizes = new Map<string, number>()
      for (const name of Object.keys(bundle).filter((one) => /\.(js|css|svg|json)$/.test(one))) {
        const content = await readFile(path.join(dir, name))
        const small = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        sizes.set(name, small.length)
        await writeFile(path.join(dir, `${name}.br`), small)
        await writeFile(path.join(dir, `${name}.gz`), await promisify(gzip)(content))
      }
      const { lines, over } = checkBudget(bundle as BuiltFiles, sizes)
      for (const line of lines) this.info(line)
      if (over.length > 0) this.error(`Over the budget: ${over.join('; ')}`)
    },
  }
}
