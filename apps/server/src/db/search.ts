/** A LIKE pattern for lower-cased text that holds the words somewhere; wildcards in them mean themselves. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
