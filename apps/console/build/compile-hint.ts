import type { Plugin } from 'vite'

/** Most functions of these files run before the first rows. */
const first = new Set(['base', 'frame', 'devices'])

/** Makes the browser compile the files of the first screen as a whole and off the main thread, not by function. */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // Runs after everything that inserts code at the top: the comment only works at the very start of a file.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && first.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
