import type { Project, Rule } from './project.ts'

const document = 'docs/domains.md'

/** The domains, row by row from low to high. */
export function rowsOf(project: Project): string[][] {
  return project
    .read(document)
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => [...line.matchAll(/`([a-z]+)`/g)].map(([, name]) => name as string))
}

/** One spelling for each domain in every application. */
export const checkDomainNames: Rule = (project) => {
  const known = new Set(rowsOf(project).flat())
  return ['packages/contract/src', 'apps/server/src/domains', 'apps/console/src/domains'].flatMap((folder) => {
    const names = project.files(folder).map((file) => file.slice(folder.length + 1).split('/'))
    const folders = new Set(names.filter((parts) => parts.length > 1).map(([name]) => name as string))
    return [...folders]
      .filter((name) => !known.has(name))
      .map((name) => `${folder}/${name}: not a domain of ${document}`)
  })
}

/** Each domain of the server has an entry in the list of modules, in the order of the document. */
export const checkModules: Rule = (project) => {
  const list = 'apps/server/src/modules.ts'
  const listed = [...project.read(list).matchAll(/^ {2}(\w+)Module,$/gm)].map(([, name]) => name as string)
  const files = project.files('apps/server/src/domains')
  const built = new Set(files.map((file) => file.split('/')[4] as string))
  const expected = rowsOf(project)
    .flat()
    .filter((name) => built.has(name))
  const missing = expected.filter((name) => !listed.includes(name)).map((name) => `${list}: ${name} has no line`)
  const known = expected.filter((name) => listed.includes(name))
  const order = listed.filter((name) => known.includes(name))
  const wrong = order.find((name, at) => name !== known[at])
  return wrong ? [...missing, `${list}: ${wrong} is not in the order of ${document}`] : missing
}
