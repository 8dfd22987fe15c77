import { readFileSync } from 'node:fs'
import path from 'node:path'
import { programs, totalOf } from './cpu.mjs'

const results = path.resolve(import.meta.dirname, '../bench/results.md')
const column = (value) => (typeof value === 'number' ? value.toFixed(1) : value).padStart(11)
const line = (values, title) => console.log(`${values.map(column).join('')}  ${title}`)

/** CPU seconds of a step in bench/results.md. */
function recorded(title) {
  const row = readFileSync(results, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`| ${title} |`))
  return row ? Number(row.split('|')[2]) : undefined
}

function changeOf({ title }, total) {
  const before = recorded(title)
  return before ? `${(100 * (total / before - 1)).toFixed(0)} %` : '–'
}

function secondsAt(readings, time) {
  const after = readings.findIndex(({ at }) => at >= time)
  if (after <= 0) return readings.at(after)?.seconds ?? 0
  const [from, to] = [readings[after - 1], readings[after]]
  return from.seconds + ((to.seconds - from.seconds) * (time - from.at)) / (to.at - from.at)
}

/** CPU seconds of a file: its own notes, or those of its step from its start to its end. */
function costOf({ cpu, step, start, end }, done) {
  if (cpu) return totalOf(cpu)
  const readings = done.find(({ title }) => title === step)?.readings
  return readings ? secondsAt(readings, end) - secondsAt(readings, start) : 0
}

/** Prints CPU seconds by step and program, beside their change since bench/results.md if asked, and by test file. */
export function printCost(done, files, compare) {
  console.log('\nCPU seconds by step, and its duration: parallel steps share the machine')
  line(['all', ...programs, 'duration', ...(compare ? ['change'] : [])], '')
  // A command that could not be started used none.
  for (const step of done.filter(({ byProgram }) => byProgram)) {
    const { title, seconds, byProgram } = step
    const all = totalOf(byProgram)
    const change = compare ? [changeOf(step, all)] : []
    line([all, ...programs.map((program) => byProgram[program]), seconds, ...change], title)
  }
  console.log('\nTest files that used most')
  line(['all', 'Node', 'PostgreSQL', 'Others', 'duration'], '')
  const costs = files.filter(({ start, cpu }) => start || cpu).map((file) => ({ ...file, cost: costOf(file, done) }))
  for (const { file, cost, cpu, start, end } of costs.toSorted((one, other) => other.cost - one.cost).slice(0, 20))
    line([...[cost, cpu?.Node, cpu?.PostgreSQL, cpu?.Others, (end - start) / 1000].map((value) => value || '–')], file)
}
