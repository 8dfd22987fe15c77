import type { Plugin } from 'vite'

/** Most functions of these files run before the first rows. */
const first = new Set(['base', 'frame', 'devices'])

/** Has the browser compile the files of the first screen as a whole and beside the main thread, not function by function. */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // After all that is put in front of a file: the comment counts at its very start only.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && first.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
