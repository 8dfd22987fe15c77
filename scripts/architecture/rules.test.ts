import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderContractLists } from '../contract-lists.ts'
import { renderApiDocument } from '../openapi.ts'
import { checkEnvironment, checkFileNames, checkLockfile, checkSchemas } from './code.ts'
import { checkChangelog, checkGenerated, checkMap, checkThreats } from './documents.ts'
import { checkDomainNames, checkModules } from './domains.ts'
import { checkDomainImports, checkLayers, checkTestImports } from './layer-rules.ts'
import { type App, server } from './layers.ts'
import { projectOf, projectOnDisk } from './project.ts'

const src = 'apps/server/src'
const domains = { 'docs/domains.md': '1. `companies` the tree · `mail`\n2. `roles`\n3. `users` who signs in\n' }
const from = (...files: string[]) => files.map((file) => `import { x } from '${file}'\n`).join('')

const screens: App = {
  folder: 'apps/console/src',
  domains: 'public',
  layers: [
    { name: 'ui', paths: ['ui/'] },
    { name: 'domains', paths: ['domains/'] },
    { name: 'app', paths: ['app/', 'main.tsx'] },
  ],
}

describe('layers', () => {
  test('an import upwards', () => {
    const project = projectOf({
      [`${src}/db/client.ts`]: from('../config.ts', '../http/server.ts'),
      [`${src}/http/server.ts`]: from('../domains/roles/store.ts'),
      [`${src}/domains/roles/store.ts`]: from('../../db/client.ts'),
      [`${src}/config.ts`]: '',
    })
    expect(checkLayers(project, server)).toEqual([
      `${src}/db/client.ts: db may not import http (http/server.ts), which is above it`,
    ])
  })

  test('a cycle of two layers is reported as its import upwards, also if it is lazy', () => {
    const project = projectOf({
      [`${src}/nodes/nodes.ts`]: "const late = () => import('../gateway/links.ts')",
      [`${src}/gateway/links.ts`]: "import '../nodes/nodes.ts'",
    })
    expect(checkLayers(project, server)).toEqual([
      `${src}/nodes/nodes.ts: nodes may not import gateway (gateway/links.ts), which is above it`,
    ])
  })

  test('a file without a layer', () => {
    const project = projectOf({ [`${src}/attic.ts`]: '', [`${src}/attic.test.ts`]: '', [`${src}/test/world.ts`]: '' })
    expect(checkLayers(project, server)).toEqual([`${src}/attic.ts: has no layer in scripts/architecture/layers.ts`])
  })

  test('tests and their helpers may import upwards, and nothing else imports them', () => {
    const project = projectOf({
      [`${src}/db/client.test.ts`]: from('../app.ts'),
      [`${src}/gateway/test-device.ts`]: from('../app.ts'),
      [`${src}/app.ts`]: from('./test/world.ts', './gateway/test-device.ts'),
      [`${src}/test/world.ts`]: from('../app.ts'),
    })
    expect(checkLayers(project, server)).toEqual([])
    expect(checkTestImports(project, server)).toEqual([
      `${src}/app.ts: imports test/world.ts, which is for tests`,
      `${src}/app.ts: imports gateway/test-device.ts, which is for tests`,
    ])
  })

  test('the same rules for the layers of the console', () => {
    const project = projectOf({ 'apps/console/src/ui/button.tsx': from('../domains/roles/public/role-picker.tsx') })
    expect(checkLayers(project, screens)).toEqual([
      'apps/console/src/ui/button.tsx: ui may not import domains (domains/roles/public/role-picker.tsx), which is above it',
    ])
  })
})

describe('domains', () => {
  test('of the server: an import of a higher row, and one within a row', () => {
    const project = projectOf({
      ...domains,
      [`${src}/domains/users/store.ts`]: from('../roles/store.ts'),
      [`${src}/domains/roles/store.ts`]: from('../users/store.ts'),
      [`${src}/domains/mail/store.ts`]: from('../companies/store.ts', './render.ts'),
    })
    expect(checkDomainImports(project, server)).toEqual([
      `${src}/domains/roles/store.ts: roles may not import users, which is not lower in docs/domains.md`,
      `${src}/domains/mail/store.ts: mail may not import companies, which is not lower in docs/domains.md`,
    ])
  })

  test('of the console: an import past the public folder', () => {
    const project = projectOf({
      'apps/console/src/domains/users/page.tsx': from(
        '../roles/public/role-picker.tsx',
        '../roles/texts.ts',
        './texts.ts',
      ),
    })
    expect(checkDomainImports(project, screens)).toEqual([
      'apps/console/src/domains/users/page.tsx: imports domains/roles/texts.ts; other domains are entered through public/',
    ])
  })

  test('of the console: two that need each other', () => {
    const project = projectOf({
      'apps/console/src/domains/users/page.tsx': from('../roles/public/role-picker.tsx'),
      'apps/console/src/domains/roles/page.tsx': from('../mail/public/role-picker.tsx'),
      'apps/console/src/domains/mail/page.tsx': from('../users/public/role-picker.tsx'),
    })
    expect(checkDomainImports(project, screens)).toEqual([
      'apps/console/src/domains: users → roles → mail → users is a cycle',
    ])
  })

  test('a folder of another spelling', () => {
    const project = projectOf({
      ...domains,
      'packages/contract/src/index.ts': '',
      'packages/contract/src/user/endpoints.ts': '',
      [`${src}/domains/roles/store.ts`]: '',
    })
    expect(checkDomainNames(project)).toEqual(['packages/contract/src/user: not a domain of docs/domains.md'])
  })

  test('a module that is missing in the list, and one out of order', () => {
    const files = Object.fromEntries(
      ['companies', 'roles', 'users'].map((name) => [`${src}/domains/${name}/store.ts`, '']),
    )
    const listed = (...names: string[]) =>
      checkModules(
        projectOf({ ...domains, ...files, [`${src}/modules.ts`]: names.map((name) => `  ${name}Module,\n`).join('') }),
      )
    expect(listed('companies', 'roles', 'users')).toEqual([])
    expect(listed('companies', 'users')).toEqual([`${src}/modules.ts: roles has no line`])
    expect(listed('companies', 'users', 'roles')).toEqual([
      `${src}/modules.ts: users is not in the order of docs/domains.md`,
    ])
  })
})

describe('code', () => {
  test('a file name in another form', () => {
    const project = projectOf({ 'bench/devicePort.ts': '', 'bench/device-port.test.ts': '' })
    expect(checkFileNames(project)).toEqual(['bench/devicePort.ts: file names are kebab-case'])
  })

  test('the environment read elsewhere than in config.ts', () => {
    const read = 'process.env.PORT'
    const project = projectOf({ [`${src}/config.ts`]: read, [`${src}/test/world.ts`]: read, [`${src}/main.ts`]: read })
    expect(checkEnvironment(project)).toEqual([`${src}/main.ts: reads process.env; config.ts does`])
  })

  test('a schema of an endpoint read in the console', () => {
    const file = 'apps/console/src/domains/users/queries.ts'
    const source = "import { listUsers } from '@longreach/contract/users/endpoints'\nlistUsers.query.parse({})"
    expect(checkSchemas(projectOf({ [file]: source }))).toEqual([
      `${file}: listUsers.query is not there in the built console`,
    ])
  })

  test('a package without its version, and one with an address', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', integrity: 'sha512-', resolved: 'https://registry.example/c.tgz' },
      'node_modules/d': { link: true },
    }
    expect(checkLockfile(projectOf({ 'package-lock.json': JSON.stringify({ packages }) }))).toEqual([
      'package-lock.json: node_modules/b has no version or integrity',
      'package-lock.json: node_modules/c names an address',
    ])
  })
})

describe('documents', () => {
  test('rows of the map whose file or word is not there, and too many of them', () => {
    const map = (...rows: string[]) => {
      const table = ['| Question | File | Look for |', '|---|---|---|', ...rows].join('\n')
      return checkMap(projectOf({ 'docs/ARCHITECTURE.md': table, 'x/a.ts': 'word', 'x/b.ts': 'other' }))
    }
    expect(map('| a ([1](b.md)) | `x/a.ts`, `b.ts` | `word`, `other` |')).toEqual([])
    expect(map('| b | `x/a.ts`, `c.ts` | `word` |', '| c | `x/a.ts` | `word`, `other` |')).toEqual([
      'docs/ARCHITECTURE.md: x/c.ts does not exist',
      'docs/ARCHITECTURE.md: x/a.ts has no other',
    ])
    expect(map()).toEqual(['docs/ARCHITECTURE.md: the question table has no rows'])
    expect(map(...Array.from({ length: 61 }, () => '| a | `x/a.ts` | `word` |'))).toEqual([
      'docs/ARCHITECTURE.md: the question table has 61 rows of at most 60',
    ])
  })

  test('an entry of the changelog that is too long', () => {
    const entry = (length: number) => `- ${'x'.repeat(length - 2)}\n`
    expect(checkChangelog(projectOf({ 'CHANGELOG.md': entry(240) + entry(241) }))).toEqual([
      `CHANGELOG.md: '${'x'.repeat(40)}…' has 241 of at most 240 characters`,
    ])
  })

  test('a version of the changelog with no lines for the console, or more than five', () => {
    const release = (title: string, lines: number) => `## ${title}\n\n${'- x\n'.repeat(lines)}\n### Added\n\n- y\n\n`
    const changelog = `# Changelog\n\n${release('3.0', 6)}${release('2.0', 5)}${release('1.0', 0)}`
    expect(checkChangelog(projectOf({ 'CHANGELOG.md': changelog }))).toEqual([
      'CHANGELOG.md: 3.0 has 6 lines for the console of 1 to 5',
      'CHANGELOG.md: 1.0 has 0 lines for the console of 1 to 5',
    ])
  })

  test('a promise whose test is not there, and too few of them', () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${src}/a${at}.test.ts`, '']))
    const named = Array.from({ length: 30 }, (_, at) => `\`a${at}.test.ts\``).join(' ')
    const promise = (text: string) => checkThreats(projectOf({ ...files, 'docs/security.md': text }))
    expect(promise(named)).toEqual([])
    expect(promise(`${named} \`b.test.ts\``)).toEqual(['docs/security.md: b.test.ts does not exist'])
    expect(promise('`a1.test.ts`')).toEqual(['docs/security.md: names 1 tests of at least 30'])
  })

  test('generated files that are out of date', () => {
    const project = projectOnDisk(path.resolve(import.meta.dirname, '../..'))
    const security = project.read('docs/security.md')
    const lists = renderContractLists()
    const made = (api: string, text: string, more: Record<string, string> = {}) =>
      checkGenerated(projectOf({ ...lists, 'docs/openapi.json': api, 'docs/security.md': text, ...more }))
    expect(made(renderApiDocument(), security)).toEqual([])
    expect(made('{}', security.replace('| ✓ |', '|  |'), { 'packages/contract/src/texts.ts': '' })).toEqual([
      'packages/contract/src/texts.ts: out of date; run `npm run contract`',
      'docs/openapi.json: out of date; run `npm run openapi`',
      'docs/security.md: its table of roles is out of date; run `npm run openapi`',
    ])
  })
})
