/** Colours and cursor moves of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
/** Remaining control characters except line break and tab. */
const controls = /[^\P{Cc}\n\t]/gu
/** Direction overrides. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A device's output as plain text: it cannot move, colour or reverse anything on the page. */
export function plainOutput(output: string): string {
  return output
    .replace(/\r\n?/g, '\n')
    .replace(sequences, '')
    .replace(controls, '')
    .replace(directions, '')
    .replace(/\n+$/, '')
}
