import path from 'node:path'
import type { Project, Rule } from './project.ts'

const filesInFolder = 40
const linesOfFile = 300

/** Folders and files that were larger before there was a limit; they may not grow. */
const larger: Readonly<Record<string, number>> = {
  'apps/console/src/domains/dashboards/settings-fields.tsx': 568,
  'apps/console/src/ui': 53,
  'apps/fleet/src/commands.ts': 344,
  'apps/fleet/src/device.ts': 366,
  'apps/server/src/device-port/port.ts': 303,
  'apps/server/src/domains/devices/enrolment/enrolment.ts': 338,
  'apps/server/src/domains/monitoring/templates/routes.ts': 316,
  'apps/server/src/domains/monitoring/writer.ts': 333,
  'apps/server/src/domains/remote/session-store.ts': 311,
  'apps/server/src/domains/tasks/routes.ts': 304,
  'apps/server/src/drivers/driver.ts': 341,
  'packages/contract/src/actions/kinds.ts': 356,
  'packages/contract/src/devices/schemas.ts': 332,
  'packages/contract/src/forms/fields.ts': 315,
  'packages/contract/src/link/lines.ts': 344,
  'packages/contract/src/remote/endpoints.ts': 330,
}

/** Source files without tests, their helpers, and what is generated. */
const sourcesOf = (project: Project) =>
  ['apps', 'packages']
    .flatMap((folder) => project.files(folder))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/test(-[a-z]+)?\/|\/db\/schema\.ts$/.test(file))

const tooLarge = (name: string, size: number, limit: number, unit: string) =>
  size > (larger[name] ?? limit) ? [`${name}: ${size} ${unit} of at most ${larger[name] ?? limit}`] : []

/** A folder can be taken in at a glance, and a file has one subject. */
export const checkSizes: Rule = (project) => {
  const files = sourcesOf(project)
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [
    ...[...folders].flatMap(([folder, { length }]) => tooLarge(folder, length, filesInFolder, 'files')),
    ...files.flatMap((file) => tooLarge(file, project.read(file).trimEnd().split('\n').length, linesOfFile, 'lines')),
  ]
}

/** Openings of comments that are neither a sentence nor a noun: 'What it brings', 'Those for most of the devices'. */
const fragment = /(?:\/\*\*|\/\/|^\s*\*) ((?:What|Of|Those) .*)$/gm

export const checkComments: Rule = (project) =>
  ['apps', 'bench', 'e2e', 'packages', 'scripts']
    .flatMap((folder) => project.files(folder))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) =>
      [...project.read(file).matchAll(fragment)].map(
        ([, text]) => `${file}: '${text}' is neither a sentence nor a noun`,
      ),
    )

/** Waits of ten seconds and more, written as numbers. */
const longWait = /(?:\b(?:t|readyT)imeout: |within = |(?:^|[^\w])(?:until|eventually)\(.*, |^ *\}, )[1-9]\d+_000\b/

/** Tests of `npm test` take their limits from one file, where each has its reason. */
export const checkWaits: Rule = (project) =>
  ['apps', 'e2e']
    .flatMap((folder) => project.files(folder))
    .filter((file) => /\.(test|spec)\.tsx?$|\/test(-[a-z]+)?\/|^e2e\//.test(file) && !/long/.test(file))
    .flatMap((file) =>
      project
        .read(file)
        .split('\n')
        .flatMap((line, index) =>
          longWait.test(line)
            ? [`${file}:${index + 1}: a wait of that length belongs to packages/contract/src/test-patience.ts`]
            : [],
        ),
    )

/** The audit log groups its lines by day and shows their clock. */
const withClocks = ['apps/console/src/domains/audit/audit-list.tsx']

/** All lists show times in one form. */
export const checkTimes: Rule = (project) =>
  project
    .files('apps/console')
    .filter((file) => file.endsWith('.tsx') && !withClocks.includes(file))
    .filter((file) => {
      const text = project.read(file)
      return text.includes('defineTable(') && text.includes('formatApiTime')
    })
    .map((file) => `${file}: times of a list are <Ago>`)
