/**
 * The name of a firmware, as a device reports it or an image states it, for RutOS e.g. `RUTX_R_00.07.06.10`. For
 * OpenWrt and systems built from it the form is `OpenWrt 23.05.3 r23809-234f1a2efa`.
 */
export interface FirmwareName {
  /** RutOS: family of the devices it is for. */
  family: string | null
  /** RutOS: the part between family and client code; otherwise the name of the distribution. */
  line: string
  /** RutOS: 00 is the standard firmware, other codes are for customers. */
  client: string
  /** Version numbers without trailing zeros; none for a snapshot of the main branch. */
  numbers: readonly number[]
  /** Built from a branch between its releases. */
  snapshot: boolean
  /** Higher for a later stage: of a candidate below, of a release above all of them. */
  stage: number
  /** Text after the version. */
  revision: string
}

/** Devices and images send at most 64 and 100 characters; names are never longer. */
const mostCharacters = 100
/** `RUTX_R_00.07.06.10`; test builds have a T and may have the name of a branch. */
const rutos = /^([A-Z0-9]{2,16})_([A-Z](?:_[A-Z0-9]{1,16}){0,3}?)_(\d{2})((?:\.\d{1,5}){1,6})(.*)$/
const dotted = /^(\D*?)(\d{1,5}(?:\.\d{1,5}){1,6})(.*)$/

const ofBranch = /^(\D*?)(?:(\d{1,5}(?:\.\d{1,5}){1,3})-)?SNAPSHOT\b(.*)$/
const early = /^[-_. ]?(ALPHA|BETA|PRE|RC)[-_. ]?(\d{0,4})/
const stages = ['ALPHA', 'BETA', 'PRE', 'RC']
const released = stages.length * 10_000

/** Without trailing zeros: 07.06 and 07.06.0 are the same. */
function numbersOf(version: string): number[] {
  const numbers = version.split('.').filter(Boolean).map(Number)
  while (numbers.at(-1) === 0) numbers.pop()
  return numbers
}

const normal = (name: string) => name.slice(0, mostCharacters).replace(/\s+/g, ' ').trim().toUpperCase()

/** Splits what follows the version into the stage and the rest. */
function stageOf(after: string): Pick<FirmwareName, 'stage' | 'revision'> {
  const [mark = '', word = '', count = ''] = early.exec(after) ?? []
  const stage = word === '' ? released : stages.indexOf(word) * 10_000 + Number(count)
  return { stage, revision: after.slice(mark.length).trim() }
}

export function parseFirmware(name: string): FirmwareName | undefined {
  const text = normal(name)
  const [, family, line = '', client = '', version = '', rest = ''] = rutos.exec(text) ?? []
  if (family) return { family, line, client, numbers: numbersOf(version), snapshot: false, ...stageOf(rest) }
  const [branch, system = '', of = '', built = ''] = ofBranch.exec(text) ?? []
  const none = { family: null, client: '' }
  if (branch !== undefined)
    return { ...none, line: system.trim(), numbers: numbersOf(of), snapshot: true, stage: 0, revision: built.trim() }
  const [, before = '', release, after = ''] = dotted.exec(text) ?? []
  if (!release) return undefined
  return { ...none, line: before.trim(), numbers: numbersOf(release), snapshot: false, ...stageOf(after) }
}

/** Number of commits in `R23809-234F1A2EFA`. */
const commits = (revision: string): number | undefined => {
  const [, count] = /(?:^|[\s-])R(\d{1,9})(?:[-+]|$)/.exec(revision) ?? []
  return count === undefined ? undefined : Number(count)
}

const bothOrNeither = (one: string, other: string) => one === other || one === '' || other === ''
const equalNumbers = (one: FirmwareName, other: FirmwareName) =>
  one.numbers.length === other.numbers.length && one.numbers.every((number, index) => number === other.numbers[index])

/**
 * True if two names are of the same firmware. Parts that only one of them has, such as the revision, do not count: some
 * OpenWrt devices only report the version.
 */
export function sameFirmware(one: string, other: string): boolean {
  const a = parseFirmware(one)
  const b = parseFirmware(other)
  if (!a || !b) return normal(one) !== '' && normal(one) === normal(other)
  if (a.family !== b.family || a.client !== b.client || !equalNumbers(a, b)) return false
  if (a.snapshot !== b.snapshot || a.stage !== b.stage) return false
  if (a.family !== null) return a.line === b.line && a.revision === b.revision
  if (!bothOrNeither(a.line, b.line)) return false
  return a.snapshot ? a.revision === b.revision : bothOrNeither(a.revision, b.revision)
}

/** True for a snapshot and a version of its branch; the main branch has every version. */
const isOfBranch = (snapshot: FirmwareName, other: FirmwareName) =>
  snapshot.snapshot && snapshot.numbers.every((number, index) => number === (other.numbers[index] ?? 0))

function compareNumbers(a: FirmwareName, b: FirmwareName): number {
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(a.stage - b.stage)
}

/**
 * Negative if the first is older, positive if it is newer, 0 if neither; undefined for names that cannot be compared,
 * such as those of different families. The client code does not count. Candidates come before their release, and
 * snapshots where their number of commits is.
 */
export function compareFirmware(one: string, other: string): number | undefined {
  const a = parseFirmware(one)
  const b = parseFirmware(other)
  if (!a || !b) return sameFirmware(one, other) ? 0 : undefined
  if (a.family !== b.family) return undefined
  if (a.family === null && !bothOrNeither(a.line, b.line)) return undefined
  const order = isOfBranch(a, b) || isOfBranch(b, a) ? 0 : compareNumbers(a, b)
  if (order !== 0) return order
  const [first, second] = [commits(a.revision), commits(b.revision)]
  return first === undefined || second === undefined ? 0 : Math.sign(first - second)
}

/** The family in the name of a device's own firmware; undefined for firmware other than RutOS. */
export const familyOf = (firmware: string): string | undefined => parseFirmware(firmware)?.family ?? undefined
