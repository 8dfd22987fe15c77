import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { addTexts, textOf } from '../../i18n/i18n.ts'
import type { Places } from '../../registry/domain.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import texts from './en/row.json' with { type: 'json' }

// The first screen contains only these texts of the domain.
addTexts('remote', texts)

const buttons = [
  { kind: 'cli', key: 'S', label: 'shell', Icon: IconTerminal2 },
  { kind: 'webui', key: 'W', label: 'web', Icon: IconExternalLink },
] as const

/** Shell and web page of a device on its row; disabled with the reason while it is not connected. */
export function RowButtons({ row, connected }: Places['devices.rowButtons']) {
  const client = useQueryClient()
  // Loaded on first use: the buttons are on the first screen.
  const open = async (kind: (typeof buttons)[number]['kind']) =>
    (await import('./open-main.ts')).openMain(row, kind, client)
  return buttons.map(({ kind, key, label, Icon }) => (
    <IconButton
      key={kind}
      size="small"
      tabIndex={-1}
      label={textOf(`remote:row.${connected ? label : `${label}Disconnected`}`)}
      aria-keyshortcuts={key}
      aria-disabled={connected ? undefined : true}
      onClick={() => {
        if (connected) void open(kind)
      }}
    >
      <Icon size={17} stroke={1.6} />
    </IconButton>
  ))
}
