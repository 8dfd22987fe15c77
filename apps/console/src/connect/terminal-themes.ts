import type { ITheme } from '@xterm/xterm'

const dark: ITheme = {
  background: '#14171c',
  foreground: '#dfe3ea',
  cursor: '#dfe3ea',
  cursorAccent: '#14171c',
  selectionBackground: '#3a5a80',
  black: '#2b3038',
  red: '#ff7b72',
  green: '#56c98c',
  yellow: '#e3b341',
  blue: '#6aa9ee',
  magenta: '#c397f2',
  cyan: '#5ec6d6',
  white: '#c9cfd8',
  brightBlack: '#7d8590',
  brightRed: '#ffa198',
  brightGreen: '#7ee2ab',
  brightYellow: '#f2cc60',
  brightBlue: '#93c4f8',
  brightMagenta: '#d8b9f8',
  brightCyan: '#8adbe8',
  brightWhite: '#f4f6f9',
}

const light: ITheme = {
  background: '#ffffff',
  foreground: '#24292f',
  cursor: '#24292f',
  cursorAccent: '#ffffff',
  selectionBackground: '#b6d4f5',
  black: '#24292f',
  red: '#b42323',
  green: '#14713f',
  yellow: '#7a5200',
  blue: '#1e5d9e',
  magenta: '#7b3fb5',
  cyan: '#126a78',
  white: '#5c636b',
  brightBlack: '#57606a',
  brightRed: '#98191a',
  brightGreen: '#0f5c33',
  brightYellow: '#644300',
  brightBlue: '#124d8d',
  brightMagenta: '#67329a',
  brightCyan: '#0d5561',
  brightWhite: '#444b53',
}

const contrast: ITheme = {
  ...dark,
  background: '#000000',
  foreground: '#ffffff',
  cursor: '#ffff00',
  cursorAccent: '#000000',
  selectionBackground: '#0050c8',
}

export const themeNames = ['auto', 'dark', 'light', 'contrast'] as const
export type ThemeName = (typeof themeNames)[number]

/** `auto` follows the console. */
export function themeOf(name: ThemeName, scheme: 'light' | 'dark'): ITheme {
  const chosen = name === 'auto' ? scheme : name
  return { dark, light, contrast }[chosen]
}
