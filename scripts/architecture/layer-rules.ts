import { rowsOf } from './domains.ts'
import { findCycle, type Import, importsIn } from './imports.ts'
import type { App, Layer } from './layers.ts'
import type { Project } from './project.ts'

/** Tests, their helpers (`test-….ts` and folders with such a name) and the harness may import everything. */
export const isTest = (file: string) => /\.test\.tsx?$|(^|\/)test[-/]/.test(file)

const within = (app: App, file: string) => file.slice(app.folder.length + 1)

function layerOf(app: App, file: string): Layer | undefined {
  const own = within(app, file)
  return app.layers.find(({ paths }) =>
    paths.some((path) => (path.endsWith('/') ? own.startsWith(path) : own === path)),
  )
}

const domainOf = (app: App, file: string) => /^domains\/([^/]+)\//.exec(within(app, file))?.[1]

const importsOf = (project: Project, app: App) =>
  importsIn(project, app.folder).filter(({ from, to }) => !isTest(within(app, from)) && !isTest(within(app, to)))

/** Every file belongs to a layer, and imports only from that layer and lower ones. */
export function checkLayers(project: Project, app: App): string[] {
  const rank = (layer: Layer) => app.layers.indexOf(layer)
  const stray = project
    .files(app.folder)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(within(app, file)) && !layerOf(app, file))
    .map((file) => `${file}: has no layer in scripts/architecture/layers.ts`)
  const upwards = importsOf(project, app).flatMap(({ from, to }) => {
    const [own, other] = [layerOf(app, from), layerOf(app, to)]
    if (!own || !other || rank(other) <= rank(own)) return []
    return [`${from}: ${own.name} may not import ${other.name} (${within(app, to)}), which is above it`]
  })
  return [...stray, ...upwards]
}

/** Production code imports neither tests nor their helpers. */
export function checkTestImports(project: Project, app: App): string[] {
  return importsIn(project, app.folder)
    .filter(({ from, to }) => !isTest(within(app, from)) && isTest(within(app, to)))
    .map(({ from, to }) => `${from}: imports ${within(app, to)}, which is for tests`)
}

function betweenDomains(project: Project, app: App): (Import & { own: string; other: string })[] {
  return importsOf(project, app).flatMap((one) => {
    const [own, other] = [domainOf(app, one.from), domainOf(app, one.to)]
    return own && other && own !== other ? [{ ...one, own, other }] : []
  })
}

/** A domain imports only from domains of lower rows. */
function checkRows(project: Project, app: App): string[] {
  const rows = rowsOf(project)
  const rank = (domain: string) => rows.findIndex((row) => row.includes(domain))
  return betweenDomains(project, app)
    .filter(({ own, other }) => rank(other) >= rank(own))
    .map(({ from, own, other }) => `${from}: ${own} may not import ${other}, which is not lower in docs/domains.md`)
}

/** Domains import only the public files of each other, without cycles. */
function checkPublic(project: Project, app: App): string[] {
  const imports = betweenDomains(project, app)
  const cycle = findCycle(imports.map(({ own, other }) => ({ from: own, to: other })))
  return [
    ...imports
      .filter(({ to }) => !/^domains\/[^/]+\/public\//.test(within(app, to)))
      .map(({ from, to }) => `${from}: imports ${within(app, to)}; other domains are entered through public/`),
    ...(cycle ? [`${app.folder}/domains: ${cycle.join(' → ')} is a cycle`] : []),
  ]
}

export const checkDomainImports = (project: Project, app: App): string[] =>
  app.domains === 'rows' ? checkRows(project, app) : checkPublic(project, app)
