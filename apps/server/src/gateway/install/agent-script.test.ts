import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildAgentScript } from './agent-script.ts'

const build = path.resolve(import.meta.dirname, '../../../../../agent/build.sh')

test('the served script is the one agent/build.sh prints, and a whole one', async () => {
  const { script, sha256, version } = await buildAgentScript()
  expect(script.toString()).toBe(execFileSync('sh', [build], { encoding: 'utf8' }))
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(execFileSync('sh', ['-s', 'version'], { input: script, encoding: 'utf8' })).toBe(`${version}\n`)
  expect(script.toString()).not.toMatch(/^#@/m)
})
