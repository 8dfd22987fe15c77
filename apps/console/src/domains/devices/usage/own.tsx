import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.ts'
import { Card } from '../page/facts.tsx'
import classes from './tab.module.css'
import { sumTraffic, trafficOptions, type UsageView } from './usage.ts'

/** Traffic of the server itself with the device in the shown period. */
export function OwnTraffic({ id, view }: { id: number; view: UsageView }) {
  const { t } = useTranslation('usage')
  const { data } = useQuery(trafficOptions(id, view))
  if (!data) return null
  const { kinds, up, down } = sumTraffic(data)
  return (
    <Card title={t('own.title')}>
      <div className={classes.own}>
        <p>{t('own.text')}</p>
        {up + down === 0 ? (
          <p className={classes.forecast}>{t('own.none')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('own.kind')}</th>
                <th scope="col">{t('own.up')}</th>
                <th scope="col">{t('own.down')}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((one) => (
                <tr key={one.kind}>
                  <th scope="row">{t(`own.${one.kind}`)}</th>
                  <td>{formatBytes(one.up)}</td>
                  <td>{formatBytes(one.down)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('own.sum')}</th>
                <td>{formatBytes(up)}</td>
                <td>{formatBytes(down)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </Card>
  )
}
