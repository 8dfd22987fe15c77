import { parentPort, workerData } from 'node:worker_threads'
import { isWorkbook, parseCsv } from './sheet-lines.ts'
import { parseWorkbook } from './workbook.ts'

const { bytes, most } = workerData as { bytes: Uint8Array; most: number }
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
parentPort?.postMessage(isWorkbook(file) ? await parseWorkbook(file, most) : parseCsv(file, most))
