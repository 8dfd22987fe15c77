import * as z from 'zod/mini'

const csvSeparators = [',', ';'] as const
/** Spreadsheets in many languages expect a semicolon. */
export type CsvSeparator = (typeof csvSeparators)[number]

/** The separator of a download; a comma by default. */
export const separatorField = { separator: z.optional(z.enum(csvSeparators)) }
