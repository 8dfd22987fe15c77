import { Worker } from 'node:worker_threads'

interface Limits {
  /** Most threads at a time; further work waits. */
  most: number
  /** Memory of each thread. */
  megabytes: number
  /** Time limit of each; unlimited by default. */
  seconds?: number
}

/** Thrown if the work exceeds its memory or time. */
export class ThreadExhausted extends Error {}

async function run<Result>(file: URL, workerData: unknown, { megabytes, seconds }: Limits): Promise<Result> {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.once('message', resolve).once('error', (error: { code?: string }) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadExhausted() : error)
  })
  const timer = seconds && setTimeout(() => reject(new ThreadExhausted()), seconds * 1000)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}

/** Runs each piece of work in its own thread, which runs `file` and posts the result. */
export function createThreads<Work, Result>(file: URL, limits: Limits): (work: Work) => Promise<Result> {
  let threads = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (threads >= limits.most) await new Promise<void>((resolve) => waiting.push(resolve))
    else threads++
    try {
      return await run<Result>(file, work, limits)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else threads--
    }
  }
}
