import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../../ui/format.ts'
import { SignalMark } from '../signal-mark.tsx'
import { Card, Fact, Facts } from './facts.tsx'
import { shownSlot } from './sim-slot.ts'

/** The state of one modem; every field has a counterpart for the second one. */
export function MobileCard({ device, modem }: { device: DeviceDetails; modem: 1 | 2 }) {
  const { t } = useTranslation('devices')
  const read = (name: string): number | string | null =>
    (device as unknown as Record<string, number | string | null>)[modem === 2 ? `${name}_2` : name] ?? null
  const text = (name: string) => {
    const value = read(name)
    return value === null ? null : String(value)
  }
  const number = (name: string, unit: string, digits = 0) => {
    const value = read(name)
    return typeof value === 'number' ? `${formatNumber(value, digits)} ${unit}` : null
  }
  const signal = read('signal')
  const [sent, received, temperature] = [read('sent'), read('received'), read('temperature')]
  const slot = read('sim_slot')
  const bytes = (value: number | string | null) => (typeof value === 'number' ? formatBytes(value) : null)
  const join = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ') || null
  const sim = typeof slot === 'number' ? t('simSlot', { slot: shownSlot(slot) }) : null
  return (
    <Card
      title={t(modem === 2 ? 'cards.mobile2' : 'cards.mobile')}
      aside={<SignalMark dbm={typeof signal === 'number' ? signal : null} />}
    >
      <Facts>
        <Fact label={t('facts.operator')} value={text('operator')} />
        <Fact label={t('facts.network')} value={join(text('connection_type'), text('band'))} />
        <Fact label={t('facts.registration')} value={text('network_state')} />
        <Fact label="RSRP" value={number('rsrp', 'dBm')} />
        <Fact label="RSRQ" value={number('rsrq', 'dB', 1)} />
        <Fact label="SINR" value={number('sinr', 'dB', 1)} />
        <Fact label="RSCP" value={number('rscp', 'dBm')} />
        <Fact label="EC/IO" value={number('ecio', 'dB', 1)} />
        <Fact label={t('facts.sim')} value={join(sim, text('sim_state'))} />
        <Fact mono label={t('facts.cell')} value={text('cell_id')} />
        <Fact mono label={t('facts.area')} value={text('lac')} />
        <Fact
          label={t('facts.data')}
          value={join(sent === null ? null : `↑ ${bytes(sent)}`, received === null ? null : `↓ ${bytes(received)}`)}
        />
        {modem === 2 ? <Fact mono label="IMEI" value={device.imei_2} /> : null}
        <Fact mono label="ICCID" value={text('iccid')} />
        <Fact mono label="IMSI" value={text('imsi')} />
        <Fact label={t('facts.modem')} value={join(text('modem_manufacturer'), text('modem_model'))} />
        <Fact mono label={t('facts.modemFirmware')} value={text('modem_firmware')} />
        <Fact
          label={t('facts.modemTemperature')}
          value={typeof temperature === 'number' ? `${formatNumber(temperature / 10)} °C` : null}
        />
      </Facts>
    </Card>
  )
}
