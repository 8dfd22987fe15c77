// Loaded into a server by `--import`: appends the time, the bytes of V8's heap, and with external ones, to a file.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.HEAP_SAMPLES

function sample(to: string): void {
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(to, `${Date.now()} ${heapUsed} ${heapUsed + external}\n`)
}

if (file && isMainThread) setInterval(sample, 50, file).unref()
