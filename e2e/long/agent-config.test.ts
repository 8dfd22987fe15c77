import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../agent/test')
const shells = ['busybox ash', 'dash']

test.concurrent.each(shells)(
  'whatever is interrupted, a configuration that is not confirmed is taken back: %s',
  async (shell) => {
    const [program = '', ...words] = shell.split(' ')
    const options = { cwd: folder, env: { ...process.env, SHELL_UNDER_TEST: shell } }
    // It ends with another code if a check failed; its lines say which.
    const { stdout } = await promisify(execFile)(program, [...words, 'config-faults.long.sh'], options).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout.split('\n').filter((line) => line.startsWith('not ok'))).toEqual([])
    expect(stdout).toMatch(/^1\.\.\d+$/m)
  },
  600_000,
)
