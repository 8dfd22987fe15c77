import { spawn } from 'node:child_process'
import path from 'node:path'
import { timed } from './cpu.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** Runs one command. Its output is passed on as it comes, or all at the end if other commands run in parallel. */
function runStep([title, command, args, env], beside, cpu) {
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const [file, given] = cpu ? timed(command, args, env.TMPDIR) : [command, args]
    const child = spawn(file, given, {
      cwd: root,
      stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: {
        ...process.env,
        ...env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${env?.PATH ?? process.env.PATH}`,
      },
    })
    const endCpu = child.pid && cpu?.start(child.pid, env.TMPDIR)
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    let ended = false
    const end = (code, reason = '') => {
      if (ended) return
      ended = true
      const seconds = (Date.now() - startedAt) / 1000
      process.stdout.write(Buffer.concat(output))
      if (code === 0) console.log(`✓ ${title} (${seconds.toFixed(1)} s)`)
      else console.error(`✗ ${title} (${seconds.toFixed(1)} s)${reason}`)
      resolve({ title, seconds, code, ...endCpu?.() })
    }
    child.on('error', (error) => end(1, `: ${error.message}`))
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs steps one after the other; nothing new starts once one of them has failed. A step is `[title, command, args,
 * env]` or a list of lanes that run in parallel, each a list of such steps. Returns the duration of each and, with `cpu`
 * (cpu.mjs), what it used.
 */
export async function runSteps(steps, cpu) {
  const done = []
  const failed = () => done.some(({ code }) => code !== 0)
  async function runLane(lane, beside) {
    for (const step of lane) {
      if (failed()) return
      if (Array.isArray(step[0])) await Promise.all(step.map((inner) => runLane(inner, true)))
      else done.push(await runStep(step, beside, cpu))
    }
  }
  await runLane(steps, false)
  return done
}

/** The exit code of the whole run. */
export const exitCode = (done) => done.find(({ code }) => code !== 0)?.code ?? 0
