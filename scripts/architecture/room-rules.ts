import { rowsOf } from './domains.ts'
import { findCycle, type Import, importsIn } from './imports.ts'
import type { Project } from './project.ts'
import type { Floor, Room } from './rooms.ts'

/** Tests, their helpers (`test-….ts` and folders of such a name) and the harness may import everything. */
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)test[-/]/.test(file)

const within = (floor: Floor, file: string) => file.slice(floor.folder.length + 1)

function roomOf(floor: Floor, file: string): Room | undefined {
  const own = within(floor, file)
  return floor.rooms.find(({ paths }) =>
    paths.some((path) => (path.endsWith('/') ? own.startsWith(path) : own === path)),
  )
}

const domainOf = (floor: Floor, file: string) => /^domains\/([^/]+)\//.exec(within(floor, file))?.[1]

const importsOf = (project: Project, floor: Floor) =>
  importsIn(project, floor.folder).filter(({ from, to }) => !isTest(within(floor, from)) && !isTest(within(floor, to)))

/** Every file stands in a room, and imports only from its own and from those below. */
export function checkRooms(project: Project, floor: Floor): string[] {
  const rank = (room: Room) => floor.rooms.indexOf(room)
  const stray = project
    .files(floor.folder)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(within(floor, file)) && !roomOf(floor, file))
    .map((file) => `${file}: stands in no room of scripts/architecture/rooms.ts`)
  const upwards = importsOf(project, floor).flatMap(({ from, to }) => {
    const [own, other] = [roomOf(floor, from), roomOf(floor, to)]
    if (!own || !other || rank(other) <= rank(own)) return []
    return [`${from}: ${own.name} may not import ${other.name} (${within(floor, to)}), which stands above it`]
  })
  return [...stray, ...upwards]
}

/** What runs on its own imports no test and no helper of one. */
export function checkTestImports(project: Project, floor: Floor): string[] {
  return importsIn(project, floor.folder)
    .filter(({ from, to }) => !isTest(within(floor, from)) && isTest(within(floor, to)))
    .map(({ from, to }) => `${from}: imports ${within(floor, to)}, which is for tests`)
}

function betweenDomains(project: Project, floor: Floor): (Import & { own: string; other: string })[] {
  return importsOf(project, floor).flatMap((one) => {
    const [own, other] = [domainOf(floor, one.from), domainOf(floor, one.to)]
    return own && other && own !== other ? [{ ...one, own, other }] : []
  })
}

/** A domain imports only from domains of lower rows. */
function checkRows(project: Project, floor: Floor): string[] {
  const rows = rowsOf(project)
  const rank = (domain: string) => rows.findIndex((row) => row.includes(domain))
  return betweenDomains(project, floor)
    .filter(({ own, other }) => rank(other) >= rank(own))
    .map(({ from, own, other }) => `${from}: ${own} may not import ${other}, which stands no lower in docs/domains.md`)
}

/** A domain is entered by its public files alone, and no two domains need each other. */
function checkPublic(project: Project, floor: Floor): string[] {
  const imports = betweenDomains(project, floor)
  const cycle = findCycle(imports.map(({ own, other }) => ({ from: own, to: other })))
  return [
    ...imports
      .filter(({ to }) => !/^domains\/[^/]+\/public\//.test(within(floor, to)))
      .map(({ from, to }) => `${from}: imports ${within(floor, to)}; other domains are entered through public/`),
    ...(cycle ? [`${floor.folder}/domains: ${cycle.join(' → ')} is a cycle`] : []),
  ]
}

export const checkDomainImports = (project: Project, floor: Floor): string[] =>
  floor.domains === 'rows' ? checkRows(project, floor) : checkPublic(project, floor)
