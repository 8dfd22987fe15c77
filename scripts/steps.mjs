import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Runs one command; what it says goes on as it comes, or all at its end when others run beside it. */
function runStep([title, command, args, env], beside) {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: {
        ...process.env,
        ...env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      },
    })
    const said = []
    child.stdout?.on('data', (chunk) => said.push(chunk))
    child.stderr?.on('data', (chunk) => said.push(chunk))
    let over = false
    const end = (code, reason = '') => {
      if (over) return
      over = true
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      process.stdout.write(Buffer.concat(said))
      if (code === 0) console.log(`✓ ${title} (${seconds} s)`)
      else console.error(`✗ ${title} (${seconds} s)${reason}`)
      resolve(code)
    }
    child.on('error', (error) => end(1, `: ${error.message}`))
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs commands one after the other and stops at the first that fails; answers its exit code. A step is
 * `[title, command, args, env]`, or a list of such that run beside each other.
 */
export async function runSteps(steps) {
  for (const step of steps) {
    const together = Array.isArray(step[0]) ? step : [step]
    const codes = await Promise.all(together.map((one, at) => runStep(one, at > 0)))
    const failed = codes.find((code) => code !== 0)
    if (failed !== undefined) return failed
  }
  return 0
}
