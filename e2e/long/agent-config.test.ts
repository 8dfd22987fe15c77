import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../agent/test')
const shells = ['busybox ash', 'dash']

async function run(shell: string, file: string, env: NodeJS.ProcessEnv = {}) {
  const [program = '', ...words] = shell.split(' ')
  const options = { cwd: folder, env: { ...process.env, ...env, SHELL_UNDER_TEST: shell } }
  // It ends with another code if a check failed; its lines say which.
  const { stdout } = await promisify(execFile)(program, [...words, file], options).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout.split('\n').filter((line) => line.startsWith('not ok'))).toEqual([])
  expect(stdout).toMatch(/^1\.\.\d+$/m)
}

test.concurrent.each(shells)(
  'whatever is interrupted, a configuration that is not confirmed is taken back: %s',
  (shell) => run(shell, 'config-faults.long.sh'),
  600_000,
)

test.concurrent.each(shells)(
  'whenever the power is cut, a configuration is applied or taken back: %s',
  (shell) => run(shell, 'config-power.test.sh', { WAYS: 'asked due confirmed stays', EVERY: '1' }),
  600_000,
)
