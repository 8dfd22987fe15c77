import type { Plugin } from 'vite'

const fromIndex = /\b(import|export) \{([^}]*)\} from ['"]@tabler\/icons-react['"]/g

/** For tests: imports each icon from its own file, since the index would load all six thousand. */
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
