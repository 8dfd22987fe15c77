import account from './en/account.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import ui from './en/ui.json' with { type: 'json' }

/** Texts that are needed before any screen; each domain brings its own with its first screen. */
export const english = { account, shell, ui }
