import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { sessionDurations } from '@longreach/contract/remote/constants'
import { IconChevronDown, IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Tip } from '../../ui/tip.tsx'
import classes from './device-buttons.module.css'
import { openShell } from './open-shell.ts'
import { openConnect } from './open-windows.tsx'
import { mainTarget } from './target.ts'
import { useConnected } from './use-connected.ts'
import { useDuration } from './use-duration.ts'

/** Shell and web page of a device, for its page; while it is not connected they show why they are disabled. */
export function DeviceButtons({ device }: { device: Pick<DeviceDetails, 'id' | 'name' | 'status'> }) {
  const { t } = useTranslation('remote')
  const { duration, setDuration } = useDuration()
  const { connected, reason, disabled } = useConnected(device.status)
  if (!useCan('connect_device_remote_access')) return null
  const shell = () => openShell(mainTarget(device, 'cli'), { duration })
  const web = () => openConnect(mainTarget(device, 'webui'), { immediately: true })
  return (
    <>
      <Tip label={reason} disabled={connected}>
        <Button
          look={connected ? 'primary' : 'default'}
          icon={<IconTerminal2 size={17} stroke={1.7} />}
          onClick={connected ? shell : undefined}
          {...disabled}
        >
          {t('device.shell')}
        </Button>
      </Tip>
      <span className={classes.split}>
        <Tip label={reason} disabled={connected}>
          <Button
            icon={<IconExternalLink size={17} stroke={1.7} />}
            onClick={connected ? web : undefined}
            {...disabled}
          >
            {t('device.web')}
          </Button>
        </Tip>
        {connected ? (
          <Menu
            width={160}
            trigger={
              <IconButton className={classes.more} label={t('device.webFor')}>
                <IconChevronDown size={16} stroke={1.8} />
              </IconButton>
            }
          >
            {sessionDurations.map((seconds) => (
              <MenuItem
                key={seconds}
                onClick={() => {
                  setDuration(seconds)
                  web()
                }}
              >
                {t(`open.durations.${seconds as 300}`)}
              </MenuItem>
            ))}
          </Menu>
        ) : null}
      </span>
    </>
  )
}
