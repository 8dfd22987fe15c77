import { readFile } from 'node:fs/promises'
import { type Brand, brandSchema } from '@longreach/contract/brand/schemas'
import { ConfigError } from './config.ts'
import { inEnglish } from './texts.ts'

/** The brand of the installation: BRAND_FILE, or the neutral default. Throws ConfigError with one line. */
export async function loadBrand(file: string | undefined): Promise<Brand> {
  if (!file) return brandSchema.parse({})
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`BRAND_FILE: ${(error as Error).message}`)
  }
  const parsed = brandSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw new ConfigError(`BRAND_FILE: ${issue.path.join('.')}: ${inEnglish(issue.message)}`)
}
