import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Runs commands one after the other and stops at the first that fails; answers its exit code. */
export function runSteps(steps) {
  for (const [title, command, args, env] of steps) {
    const began = Date.now()
    const { status, error } = spawnSync(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      },
    })
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    if (error || status !== 0) {
      console.error(`✗ ${title} (${seconds} s)${error ? `: ${error.message}` : ''}`)
      return status || 1
    }
    console.log(`✓ ${title} (${seconds} s)`)
  }
  return 0
}
