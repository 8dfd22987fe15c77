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
  /** Version numbers without trailing zeros. */
  numbers: readonly number[]
  /** Text after the version. */
  revision: string
}

/** Devices and images send at most 64 and 100 characters; names are never longer. */
const mostCharacters = 100
/** `RUTX_R_00.07.06.10`; test builds have a T and may have the name of a branch. */
const rutos = /^([A-Z0-9]{2,16})_([A-Z](?:_[A-Z0-9]{1,16}){0,3}?)_(\d{2})((?:\.\d{1,5}){1,6})(.*)$/
const dotted = /^(\D*?)(\d{1,5}(?:\.\d{1,5}){1,6})(.*)$/

/** Without trailing zeros: 07.06 and 07.06.0 are the same. */
function numbersOf(version: string): number[] {
  const numbers = version.split('.').filter(Boolean).map(Number)
  while (numbers.at(-1) === 0) numbers.pop()
  return numbers
}

const normal = (name: string) => name.slice(0, mostCharacters).replace(/\s+/g, ' ').trim().toUpperCase()

export function parseFirmware(name: string): FirmwareName | undefined {
  const text = normal(name)
  const [, family, line = '', client = '', version = '', rest = ''] = rutos.exec(text) ?? []
  if (family) return { family, line, client, numbers: numbersOf(version), revision: rest.trim() }
  const [, before = '', release, after = ''] = dotted.exec(text) ?? []
  if (release)
    return { family: null, line: before.trim(), client: '', numbers: numbersOf(release), revision: after.trim() }
  return undefined
}

/** Number of commits in `R23809-234F1A2EFA`, possibly after the mark of a release candidate. */
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
  if (a.family !== null) return a.line === b.line && a.revision === b.revision
  return bothOrNeither(a.line, b.line) && bothOrNeither(a.revision, b.revision)
}

/**
 * Negative if the first is older, positive if it is newer, 0 if neither; undefined for names that cannot be compared,
 * such as those of different families. The client code does not count.
 */
export function compareFirmware(one: string, other: string): number | undefined {
  const a = parseFirmware(one)
  const b = parseFirmware(other)
  if (!a || !b) return sameFirmware(one, other) ? 0 : undefined
  if (a.family !== b.family) return undefined
  if (a.family === null && !bothOrNeither(a.line, b.line)) return undefined
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  const [first, second] = [commits(a.revision), commits(b.revision)]
  return first === undefined || second === undefined ? 0 : Math.sign(first - second)
}

/** The family in the name of a device's own firmware; undefined for firmware other than RutOS. */
export const familyOf = (firmware: string): string | undefined => parseFirmware(firmware)?.family ?? undefined
