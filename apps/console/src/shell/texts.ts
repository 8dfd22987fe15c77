import { addTexts } from '../i18n/i18n.ts'
import shell from './en/shell.json' with { type: 'json' }

type Frame = typeof shell

declare module '../i18n/i18n.ts' {
  interface ShellTexts extends Frame {}
}

// Texts of the frame, which sign-in does without.
addTexts('shell', shell)
