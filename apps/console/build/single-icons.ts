import type { Plugin } from 'vite'

const fromIndex = /\b(import|export) \{([^}]*)\} from ['"]@tabler\/icons-react['"]/g

/** For tests: each icon comes from a file of its own, as the index would load all six thousand. */
export const singleIcons = (): Plugin => ({
  name: 'single-icons',
  enforce: 'post',
  transform: (code) =>
    code.replace(fromIndex, (_, verb: string, list: string) =>
      (list.match(/\w+/g) ?? [])
        .map((icon) => `${verb} { default as ${icon} } from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`)
        .join('\n'),
    ),
})
