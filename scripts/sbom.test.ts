import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '..')

test('the list of components names all that is shipped with its version, and nothing that only tests need', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  const file = path.join(folder, 'list.json')
  execFileSync(process.execPath, ['scripts/sbom.ts', file], { cwd: root })
  const list = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  const { bomFormat, specVersion, metadata } = list
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.\d$/)])
  expect(metadata.component).toMatchObject({ name: 'longreach', version: packageJson.version })

  const components: { name: string; version: string; purl?: string; 'bom-ref': string }[] = list.components
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const installed = Object.entries(lock.packages as Record<string, { version?: string; dev?: boolean; name?: string }>)
    .filter(([at]) => at.includes('node_modules/'))
    .map(([at, entry]) => ({ name: entry.name ?? at.split('node_modules/').at(-1) ?? '', ...entry }))
  const shipped = installed.filter(({ dev, version }) => version && !dev)
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.filter(({ name, version }) => !listed.has(`${name}@${version}`))).toEqual([])
  expect([...listed].filter((one) => /^(vitest|vite|@playwright\/test|happy-dom)@/.test(one))).toEqual([])
  for (const name of ['rm-agent', 'nodejs', 'postgresql', 'vips'])
    expect(components).toContainEqual(expect.objectContaining({ name, version: expect.stringMatching(/^\d+\.\d/) }))
  expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length)
})
