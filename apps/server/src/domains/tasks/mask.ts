const mask = '•••'

/** Shortest line of a secret that is masked on its own: shorter ones occur in any text. */
const leastLine = 4

/** Forms in which a device may print a secret: plain, quoted for a shell, in JSON, in an address, and line by line. */
const formsOf = (secret: string): string[] => [
  secret,
  secret.replaceAll("'", String.raw`'\''`),
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
  ...secret.split('\n').filter((line) => line.length >= leastLine),
]

/** A device's text without the secrets it may repeat, even if it was cut off within one. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '')
  const longestFirst = forms.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((masked, form) => maskEnd(masked.replaceAll(form, mask), form), text)
}

/** Cut-off output ends with an ellipsis. */
function maskEnd(text: string, form: string): string {
  if (!text.endsWith('…')) return text
  const kept = text.slice(0, -1)
  for (let length = Math.min(form.length - 1, kept.length); length > 0; length--)
    if (kept.endsWith(form.slice(0, length))) return `${kept.slice(0, -length)}${mask}…`
  return text
}
