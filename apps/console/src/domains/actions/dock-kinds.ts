import { actionTab } from './action-tab.tsx'
import { commandTab } from './command/tab.tsx'

export const kinds = { command: commandTab, action: actionTab }
