import { type Text, text } from '@longreach/contract/i18n'
import sax from 'sax'
import { type Entry, fromBufferPromise } from 'yauzl'

/** Thrown for a fault of the whole file. */
export class SheetFault extends Error {
  readonly fault: Text

  constructor(fault: Text) {
    super(fault)
    this.fault = fault
  }
}

/** Callbacks for the elements of a workbook's part; names come without their prefix. */
export interface PartReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(content: string): void
  close?(name: string): void
  /** True to stop reading the part. */
  done?(): boolean
}

/** Reads a part, if there is one with this name. */
export type ReadPart = (name: string, reader: PartReader) => Promise<void>

/** Bytes of an expanded part: several times those of 50,000 devices. */
const largestPart = 64 * 1024 * 1024
const mostParts = 10_000
const mostAttributes = 100
const deepest = 100

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function createParser(reader: PartReader) {
  const parser = sax.parser(true, { position: false })
  let attributes = 0
  let depth = 0
  const onText = (content: string) => reader.text?.(content)
  parser.onerror = (error) => {
    throw error
  }
  parser.onattribute = () => {
    if (++attributes > mostAttributes) throw new SheetFault(text('devices.file_too_complex'))
  }
  parser.onopentag = (tag) => {
    if (++depth > deepest) throw new SheetFault(text('devices.file_too_complex'))
    attributes = 0
    reader.open?.(localName(tag.name), tag.attributes as Record<string, string>)
  }
  parser.ontext = onText
  parser.oncdata = onText
  parser.onclosetag = (name) => {
    depth--
    reader.close?.(localName(name))
  }
  return parser
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new SheetFault(text('devices.file_encoding'))
  }
}

/** Opens a workbook. Its parts are expanded while they are read: a small file can contain gigabytes. */
export async function openWorkbook(bytes: Buffer): Promise<ReadPart> {
  const zip = await fromBufferPromise(bytes)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry)
    if (entries.size > mostParts) throw new SheetFault(text('devices.file_too_complex'))
  }
  return async (name, reader) => {
    const entry = entries.get(name)
    if (!entry) return
    // A part that is larger than its entry says fails while it is read.
    if (entry.uncompressedSize > largestPart) throw new SheetFault(text('devices.file_too_complex'))
    const parser = createParser(reader)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      parser.write(decode(decoder, chunk as Buffer))
      if (reader.done?.()) return
    }
    parser.write(decode(decoder)).close()
  }
}
