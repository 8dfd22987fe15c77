import { AsyncLocalStorage } from 'node:async_hooks'
import { ConnectionBuilder, TransactionBuilder } from 'kysely'
import pg from 'pg'

/** A transaction, or other work with its own connection. */
interface Holder {
  pool?: pg.Pool
  ended: boolean
  within: Holder | undefined
}

const holders = new AsyncLocalStorage<Holder>()
/** Runs the actions of another party while server code has a transaction. */
export const outside = <Result>(run: () => Result): Result => holders.exit(run)
const places = new Set<string>()

const has = (holder: Holder | undefined, pool: pg.Pool): boolean =>
  holder !== undefined && ((holder.pool === pool && !holder.ended) || has(holder.within, pool))

/** Code that takes one nevertheless, with the reason why it may. */
const allowed = {
  'devices/authorized/log.ts': 'the call does not wait for it, and it stays if the call is refused',
}

function framesOf({ stack = '' }: Error): string[] {
  const ours = stack.split('\n').filter((line) => line.includes('/src/') && !line.includes(import.meta.filename))
  return ours.map((line) => line.trim())
}

/** True if a test itself has the transaction, as another party: work that it starts meanwhile may need connections. */
const isOfTest = () => /\.test\.ts:/.test(framesOf(new Error())[0] ?? '')

for (const builder of [TransactionBuilder.prototype, ConnectionBuilder.prototype]) {
  const { execute } = builder
  builder.execute = async function hold(this: never, work: never) {
    if (isOfTest()) return outside(() => execute.call(this, work))
    const holder: Holder = { ended: false, within: holders.getStore() }
    try {
      return await holders.run(holder, () => execute.call(this, work))
    } finally {
      holder.ended = true
    }
  } as typeof execute
}

const { connect } = pg.Pool.prototype
pg.Pool.prototype.connect = function note(this: pg.Pool, ...given: never[]) {
  const holder = holders.getStore()
  if (has(holder, this)) {
    Error.stackTraceLimit = 40
    const place = framesOf(new Error()).join('\n')
    if (!Object.keys(allowed).some((file) => place.includes(file))) places.add(place)
  } else if (holder) holder.pool ??= this
  return connect.apply(this, given as never)
} as typeof connect

// No transaction waits for what a timer starts.
for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
  const start = globalThis[name] as (...given: unknown[]) => unknown
  const later = (...given: unknown[]) => outside(() => start(...given))
  globalThis[name] = Object.defineProperties(later, Object.getOwnPropertyDescriptors(start)) as never
}

/** Places where code with a connection has taken another one of the same pool since the last call. */
export function takeSecondConnections(): string[] {
  const taken = [...places]
  places.clear()
  return taken
}
