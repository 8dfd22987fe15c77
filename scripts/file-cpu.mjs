// Set-up file of test projects whose files run side by side: notes what each uses, for the list at the end of a run.
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { afterAll, expect } from 'vitest'

function used() {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  const fields = isMainThread ? readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ') : []
  return { Node: (user + system) / 1e6, Others: (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100 }
}

const notes = process.env.FILE_CPU
if (notes) {
  const before = used()
  // Registered first, it runs last.
  afterAll(() => {
    const file = expect.getState().testPath
    for (const [program, seconds] of Object.entries(used()))
      appendFileSync(notes, `${JSON.stringify({ file, program, seconds: seconds - before[program] })}\n`)
  })
}
