/** A wave that has started, with its devices by state. */
export interface StartedWave {
  wave: number
  /** Whether it has passed before. */
  passed: boolean
  /** Failures the plan allows in it. */
  allowed: number
  /** Failures a user accepted. */
  accepted: number
  done: number
  failed: number
  /** Of those that failed: they took the change back; and those of them that a user accepted. */
  undone: number
  acceptedUndone: number
  /** Being updated, or observed. */
  open: number
  /** Not sent yet: to devices that are online or offline. */
  waitingOnline: number
  waitingOffline: number
}

/** Devices that take the change back before a campaign halts: of the first wave, and of all; 0 if it does not. */
export interface UndoneLimits {
  first: number
  all: number
}

export type Decision =
  /** `failures`: too many of the wave; `undone`: too many devices took it back, of the wave or (`undone_all`) of all; `no_result`: none of it was updated or failed, so that it says nothing. */
  | { what: 'halt'; why: 'failures' | 'undone' | 'undone_all' | 'no_result'; wave: StartedWave }
  /** It goes on. `passed` are waves that pass now, `next` is the wave that starts now. */
  | { what: 'continue'; passed: readonly number[]; next?: number; waitsFor?: StartedWave }
  | { what: 'finish'; passed: readonly number[] }

/** A wave passes without those of its devices that are offline if at least this part of it has a result. */
const enough = 0.5

const sizeOf = ({ done, failed, open, waitingOnline, waitingOffline }: StartedWave) =>
  done + failed + open + waitingOnline + waitingOffline

const tooManyFailed = ({ failed, accepted, allowed }: StartedWave) => failed - accepted > allowed

/** Devices that took it back since a user accepted others. */
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
 * What a running campaign does next. The same counts always lead to the same decision, on whichever node and
 * however often.
 *
 * A wave fails by its devices that failed, whenever they did: those that were offline while it passed are updated when
 * they come online, and count then. One without any result holds back the next: nothing is known of the image yet. Of
 * the last wave nothing depends on that.
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
  // What was retried in another wave ends first.
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
