/** A wave that has started, with the number of its devices by state. */
export interface StartedWave {
  wave: number
  /** True if it has passed before. */
  passed: boolean
  /** Failures that the plan allows in the wave. */
  allowed: number
  /** Failures that a user accepted. */
  accepted: number
  done: number
  failed: number
  /** Failed devices that took the change back, and those of them that a user accepted. */
  undone: number
  acceptedUndone: number
  /** Devices being updated or observed. */
  open: number
  /** Devices to which nothing was sent yet, online and offline. */
  waitingOnline: number
  waitingOffline: number
}

/**
 * Number of devices that must take the change back for a campaign to halt: in the first wave, and in all; 0 for no
 * limit.
 */
export interface UndoneLimits {
  first: number
  all: number
}

export type Decision =
  /**
   * `failures`: too many in the wave; `undone`: too many devices took it back, in the wave or (`undone_all`) in all;
   * `no_result`: no device was updated or failed, so that the wave shows nothing.
   */
  | { what: 'halt'; why: 'failures' | 'undone' | 'undone_all' | 'no_result'; wave: StartedWave }
  /** The campaign continues. `passed` are waves that pass now, `next` is the wave that starts now. */
  | { what: 'continue'; passed: readonly number[]; next?: number; waitsFor?: StartedWave }
  | { what: 'finish'; passed: readonly number[] }

/** A wave passes without its offline devices if at least this share of it has a result. */
const enough = 0.5

const sizeOf = ({ done, failed, open, waitingOnline, waitingOffline }: StartedWave) =>
  done + failed + open + waitingOnline + waitingOffline

const tooManyFailed = ({ failed, accepted, allowed }: StartedWave) => failed - accepted > allowed

/** Devices that took the change back and were not accepted by a user. */
const freshUndone = ({ undone, acceptedUndone }: StartedWave) => undone - acceptedUndone

/** The wave in which one device too many took the change back. */
function findUndone(waves: readonly StartedWave[], { first, all }: UndoneLimits) {
  const canary = waves[0]
  if (canary && first > 0 && freshUndone(canary) >= first) return { why: 'undone', wave: canary } as const
  const total = waves.reduce((sum, wave) => sum + freshUndone(wave), 0)
  const last = waves.findLast((wave) => freshUndone(wave) > 0)
  return last && all > 0 && total >= all ? ({ why: 'undone_all', wave: last } as const) : undefined
}

/** Nothing runs, and nothing can be sent now. */
const isQuiet = ({ open, waitingOnline }: StartedWave) => open === 0 && waitingOnline === 0

const resultsOf = ({ done, failed }: StartedWave) => done + failed

/** All of its devices were cancelled, skipped, moved or deleted. */
const isEmpty = (wave: StartedWave) => !wave.passed && sizeOf(wave) === 0

const hasPassed = (wave: StartedWave) =>
  wave.passed || (isQuiet(wave) && resultsOf(wave) > 0 && resultsOf(wave) >= enough * sizeOf(wave))

/**
 * Decides what a running campaign does next. The same counts always lead to the same decision, on any node and however
 * often.
 *
 * A wave fails by its failed devices, whenever they failed: those that were offline when it passed are updated when
 * they come online, and count then. A wave without any result holds back the next one, since nothing is known of the
 * image yet. Nothing depends on the last wave in that way.
 */
export function decide(
  waves: readonly StartedWave[],
  total: number,
  limits: UndoneLimits = { first: 0, all: 0 },
): Decision {
  const undone = findUndone(waves, limits)
  if (undone) return { what: 'halt', ...undone }
  const halting = waves.find(tooManyFailed)
  if (halting) return { what: 'halt', why: 'failures', wave: halting }
  const last = waves.at(-1)?.wave ?? 0
  const empty = waves.find(isEmpty)
  // Devices retried in another wave end first.
  if (empty && last < total && waves.every(isQuiet)) return { what: 'halt', why: 'no_result', wave: empty }
  const ends = (wave: StartedWave) => hasPassed(wave) || (isEmpty(wave) && last === total)
  const passed = waves.filter((wave) => !wave.passed && ends(wave)).map(({ wave }) => wave)
  const unsettled = waves.find((wave) => !ends(wave))
  if (unsettled)
    return { what: 'continue', passed, ...(isQuiet(unsettled) && !isEmpty(unsettled) && { waitsFor: unsettled }) }
  if (last < total) return { what: 'continue', passed, next: last + 1 }
  const offline = waves.find((wave) => wave.waitingOffline > 0)
  if (waves.every((wave) => isQuiet(wave)) && !offline) return { what: 'finish', passed }
  return { what: 'continue', passed, ...(offline && { waitsFor: offline }) }
}
