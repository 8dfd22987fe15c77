import account from './en/account.json' with { type: 'json' }
import devices from './en/devices.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import ui from './en/ui.json' with { type: 'json' }

export const english = { account, devices, shell, ui }
