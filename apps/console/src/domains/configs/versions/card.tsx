import '../texts.ts'
import { downloadConfigVersion } from '@longreach/contract/configs/endpoints'
import type { ConfigVersion } from '@longreach/contract/configs/schemas'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillPath } from '../../../api/address.ts'
import { useCan } from '../../../api/session.ts'
import { saveFile } from '../../../tables/download.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { confirm } from '../../../windows/confirm.tsx'
import classes from './card.module.css'
import { VersionDifference, VersionText } from './content.tsx'
import { causeOf } from './history.ts'
import { openRestore } from './open-restore.tsx'

const looks = ['unified', 'split', 'text'] as const
type Look = (typeof looks)[number]

interface Props {
  version: ConfigVersion
  versions: readonly ConfigVersion[]
  /** Id of the version that the device had when it was last read. */
  running: number | null
  /** Id of the version it is compared with. */
  from: number | null
  onFrom: (id: number) => void
}

/** One version: its difference from another one, or its text, with its actions. */
export function VersionCard({ version, versions, running, from, onFrom }: Props) {
  const { t } = useTranslation('configs')
  const phone = usePhone()
  const [chosen, setChosen] = useState<Look>('unified')
  const mayApply = useCan('apply_multi_configuration')
  const mayDownload = useCan('download_device_passwords')
  const { id, seq } = version
  const title = t('history.version', { seq })
  const look: Look = from === null ? 'text' : phone && chosen === 'split' ? 'unified' : chosen
  const offered = looks.filter((one) => !(phone && one === 'split'))
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <div className={classes.buttons}>
          {mayApply && running !== null && running !== id ? (
            <Button
              size="small"
              icon={<IconArrowBackUp size={16} stroke={1.6} />}
              onClick={() => openRestore(version, running)}
            >
              {t('history.restore.action')}
            </Button>
          ) : null}
          {mayDownload ? (
            <Button
              size="small"
              icon={<IconDownload size={16} stroke={1.6} />}
              onClick={() => void downloadAfterAsking(version, t)}
            >
              {t('history.download.action')}
            </Button>
          ) : null}
        </div>
      </header>
      {from === null ? null : (
        <div className={classes.bar}>
          <Select
            label={t('history.compare')}
            value={String(from)}
            options={versions
              .filter((other) => other.id !== id)
              .map((other) => ({
                value: String(other.id),
                label: t('history.option', {
                  seq: other.seq,
                  cause: t(`history.causes.${causeOf(other)}`),
                  time: formatMoment(other.created_at),
                }),
              }))}
            onChange={(value) => onFrom(Number(value))}
            disabled={look === 'text'}
          />
          <Segmented
            label={t('history.look')}
            value={look}
            options={offered.map((value) => ({
              value,
              label: t(value === 'text' ? 'history.text' : `difference.${value}`),
            }))}
            onChange={setChosen}
          />
        </div>
      )}
      {look === 'text' || from === null ? (
        <VersionText id={id} />
      ) : (
        <VersionDifference id={id} from={from} look={look} />
      )}
    </section>
  )
}

async function downloadAfterAsking({ id, seq }: ConfigVersion, t: ReturnType<typeof useTranslation<'configs'>>['t']) {
  const sure = await confirm({
    title: t('history.download.title', { seq }),
    text: t('history.download.text'),
    confirm: t('history.download.confirm'),
  })
  if (sure) saveFile(fillPath(downloadConfigVersion.path, { id }), 'configuration.txt')
}
