import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal as Xterm } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { copyText } from '../ui/copy-text.ts'

export interface TerminalEvents {
  /** Keys and pasted text, as bytes to send. */
  onInput: (bytes: Uint8Array<ArrayBuffer>) => void
  onResize: (size: { cols: number; rows: number }) => void
  /** Called for Ctrl+Shift+F. */
  onFind: () => void
}

export interface Terminal {
  size(): { cols: number; rows: number }
  /** Calls `drawn` when the bytes are on the screen. */
  write(bytes: Uint8Array, drawn: () => void): void
  reset(): void
  focus(): void
  setTheme(theme: ITheme): void
  setFontSize(pixels: number): void
  /** The selected text, or all text if none is selected. */
  text(): string
  selected(): boolean
  paste(text: string): void
  /** False if the text is not found. */
  find(text: string, direction: 'next' | 'previous'): boolean
  endSearch(): void
  dispose(): void
}

const scrollback = 10_000
const encoder = new TextEncoder()

/** Binary reports of the terminal (mouse) arrive as a string with one byte per character. */
const fromBinary = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

function allText(xterm: Xterm): string {
  const { buffer } = xterm
  const lines = Array.from({ length: buffer.active.length }, (_, at) => buffer.active.getLine(at))
  const text = lines.reduce((whole, line) => {
    if (!line) return whole
    return whole + (line.isWrapped || whole === '' ? '' : '\n') + line.translateToString(true)
  }, '')
  return text.trimEnd()
}

/** Background colours of matches: the text keeps its own colour, which has to be readable on them. */
function matches({ options }: Xterm) {
  const bright = Number.parseInt(options.theme?.background?.slice(1, 3) ?? '0', 16) > 127
  return {
    matchOverviewRuler: '#d99a1c',
    activeMatchColorOverviewRuler: '#d23b3b',
    matchBackground: bright ? '#ffe9a8' : '#6b4e0e',
    activeMatchBackground: bright ? '#ffc266' : '#a3541a',
  }
}

/** A terminal that fills the element. */
export function createTerminal(
  element: HTMLElement,
  theme: ITheme,
  fontSize: number,
  events: TerminalEvents,
): Terminal {
  const xterm = new Xterm({
    allowProposedApi: true,
    cursorBlink: true,
    fontFamily: getComputedStyle(element).fontFamily,
    fontSize,
    lineHeight: 1.15,
    scrollback,
    theme,
    // A device must not be able to read or overwrite the clipboard.
    allowTransparency: false,
    screenReaderMode: false,
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  xterm.loadAddon(fit)
  xterm.loadAddon(search)
  xterm.loadAddon(new Unicode11Addon())
  xterm.loadAddon(
    new WebLinksAddon((event, uri) => {
      // Only with the modifier key, so that an accidental click does not open a URL made up by the device.
      if (event.ctrlKey || event.metaKey) window.open(uri, '_blank', 'noopener,noreferrer')
    }),
  )
  xterm.unicode.activeVersion = '11'
  xterm.open(element)
  fit.fit()
  xterm.onData((text) => events.onInput(encoder.encode(text)))
  xterm.onBinary((text) => events.onInput(fromBinary(text)))
  xterm.onResize(events.onResize)
  xterm.attachCustomKeyEventHandler((event) => {
    const ours = event.ctrlKey && event.shiftKey ? event.code : ''
    // The browser's own paste event delivers the text.
    if (ours === 'KeyV') return false
    if (ours !== 'KeyC' && ours !== 'KeyF') return true
    event.preventDefault()
    if (event.type === 'keydown' && ours === 'KeyC') void copyText(xterm.getSelection())
    if (event.type === 'keydown' && ours === 'KeyF') events.onFind()
    return false
  })
  const observer = new ResizeObserver(() => fit.fit())
  observer.observe(element)
  return {
    size: () => ({ cols: xterm.cols, rows: xterm.rows }),
    write: (bytes, drawn) => xterm.write(bytes, drawn),
    reset: () => xterm.reset(),
    focus: () => xterm.focus(),
    setTheme(next) {
      xterm.options.theme = next
    },
    setFontSize(pixels) {
      xterm.options.fontSize = pixels
      fit.fit()
    },
    text: () => (xterm.hasSelection() ? xterm.getSelection() : allText(xterm)),
    selected: () => xterm.hasSelection(),
    paste: (text) => xterm.paste(text),
    find: (text, direction) =>
      direction === 'next'
        ? search.findNext(text, { decorations: matches(xterm) })
        : search.findPrevious(text, { decorations: matches(xterm) }),
    endSearch() {
      search.clearDecorations()
      xterm.clearSelection()
    },
    dispose() {
      observer.disconnect()
      xterm.dispose()
    },
  }
}
