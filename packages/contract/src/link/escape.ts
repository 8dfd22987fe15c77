/** Bytes that a POSIX `printf %b` turns back into the text; the escaped form contains no space, newline or quote. */
export function escapeWord(word: string): string {
  let escaped = ''
  for (const byte of new TextEncoder().encode(word)) {
    const plain = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
    escaped +=
      plain || '_-./:,=@+'.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\0${byte.toString(8).padStart(3, '0')}`
  }
  return escaped
}

/**
 * Escapes the last text of a line, where spaces and quotes are allowed, so that a shell command keeps about its length.
 */
export function escapeText(text: string): string {
  return text.replace(/[^\x21-\x5b\x5d-\x7e ]| $/gu, (character) => {
    const octal = (byte: number) => `\\0${byte.toString(8).padStart(3, '0')}`
    return [...new TextEncoder().encode(character)].map(octal).join('')
  })
}

/** Undoes escapeWord and escapeText, as the device's `printf %b` does. */
export function unescapeWord(word: string): string {
  const bytes: number[] = []
  for (let index = 0; index < word.length; index++) {
    const octal = /^\\0([0-7]{3})/.exec(word.slice(index, index + 5))
    bytes.push(octal ? Number.parseInt(octal[1]!, 8) : word.charCodeAt(index))
    if (octal) index += 4
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/**
 * Data as the argument of a command: JSON in one line, with characters escaped that a line cannot contain; `-` for
 * none.
 */
export const jsonArgument = (data: unknown): string =>
  data === undefined ? '-' : JSON.stringify(data).replaceAll('\u007f', '\\u007f')
