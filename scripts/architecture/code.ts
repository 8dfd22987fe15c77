import path from 'node:path'
import type { Project, Rule } from './project.ts'

const sources = (project: Project, folder: string, pattern: RegExp) =>
  project.files(folder).filter((file) => pattern.test(file))

export const checkFileNames: Rule = (project) =>
  sources(project, '.', /\.(ts|tsx|mjs)$/)
    .filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs)$/.test(path.posix.basename(file)))
    .map((file) => `${file}: file names are kebab-case`)

/** Only config.ts reads the environment of the server. */
export const checkEnvironment: Rule = (project) =>
  sources(project, 'apps/server/src', /\.ts$/)
    .filter((file) => !/\/config\.ts$|\.test\.ts$|\/test\//.test(file) && /process\.env\b/.test(project.read(file)))
    .map((file) => `${file}: reads process.env; config.ts does`)

const schemas = 'params|query|body|response|meta'

/** The built console has endpoints without their schemas (apps/console/build/asked.ts), so it must not read them. */
export const checkSchemas: Rule = (project) =>
  sources(project, 'apps/console/src', /(?<!\.test)\.tsx?$/).flatMap((file) => {
    const source = project.read(file)
    const imports = source.matchAll(/^import \{([^}]*)\} from '@longreach\/contract\/[\w/-]*endpoints'/gm)
    const names = [...imports].flatMap(([, list]) => (list as string).match(/\w+(?=\s*(,|$))/g) ?? [])
    return ['endpoint', ...names].flatMap((name) => {
      const [read] = source.match(new RegExp(`(?<!typeof )\\b${name}\\.(${schemas})\\b`)) ?? []
      return read ? [`${file}: ${read} is not there in the built console`] : []
    })
  })

/** npm leaves packages out of the lockfile if a registry lacks them; `npm ci` then fails elsewhere. */
export const checkLockfile: Rule = (project) => {
  interface Entry {
    link?: boolean
    version?: string
    integrity?: string
    resolved?: string
  }
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(project.read('package-lock.json'))
  return Object.entries(packages)
    .filter(([name, entry]) => name.startsWith('node_modules/') && !entry.link)
    .flatMap(([name, { version, integrity, resolved }]) => [
      ...(version && integrity ? [] : [`package-lock.json: ${name} has no version or integrity`]),
      ...(resolved ? [`package-lock.json: ${name} names an address`] : []),
    ])
}
