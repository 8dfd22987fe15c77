import '../texts.ts'
import type { Difference, DifferenceLine } from '@longreach/contract/configs/schemas'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../../ui/use-phone.ts'
import classes from './difference-view.module.css'

export type DifferenceLook = 'unified' | 'split'

interface Props {
  difference: Difference
  /** Side by side needs a wide window; on a phone the lines are always below each other. */
  look: DifferenceLook
}

const signs = { removed: '−', added: '+', same: '', gap: '' } as const

export function DifferenceView({ difference, look }: Props) {
  const { t } = useTranslation('configs')
  const phone = usePhone()
  if (difference.added + difference.removed === 0) return <p className={classes.none}>{t('difference.same')}</p>
  return (
    <div className={classes.view}>
      {difference.hidden_only ? <p className={classes.note}>{t('difference.hidden')}</p> : null}
      {look === 'split' && !phone ? <Split lines={difference.lines} /> : <Unified lines={difference.lines} />}
    </div>
  )
}

function Unified({ lines }: { lines: readonly DifferenceLine[] }) {
  const { t } = useTranslation('configs')
  return (
    <table className={classes.lines} aria-label={t('difference.label')}>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
          <tr key={index} data-kind={line.kind}>
            <td className={classes.number}>{line.before}</td>
            <td className={classes.number}>{line.after}</td>
            <td className={classes.sign}>
              {signs[line.kind]}
              <Kind of={line} />
            </td>
            <td className={classes.text}>{line.text || ' '}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For users who cannot see the colours. */
function Kind({ of: { kind } }: { of: DifferenceLine }) {
  const { t } = useTranslation('configs')
  return kind === 'added' || kind === 'removed' ? (
    <span className="visually-hidden">{t(`difference.${kind}`)}</span>
  ) : null
}

type Row = readonly [before: DifferenceLine | null, after: DifferenceLine | null]

/** Pairs removed lines with the added ones that follow them. */
export function pairLines(lines: readonly DifferenceLine[]): Row[] {
  const rows: Row[] = []
  let removed: DifferenceLine[] = []
  let added: DifferenceLine[] = []
  const close = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      rows.push([removed[at] ?? null, added[at] ?? null])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) close()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      close()
      rows.push([line, line])
    }
  }
  close()
  return rows
}

function Split({ lines }: { lines: readonly DifferenceLine[] }) {
  const { t } = useTranslation('configs')
  return (
    <table className={classes.lines} data-split aria-label={t('difference.label')}>
      <colgroup>
        <col className={classes.number} />
        <col />
        <col className={classes.number} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th colSpan={2}>{t('difference.before')}</th>
          <th colSpan={2}>{t('difference.after')}</th>
        </tr>
      </thead>
      <tbody>
        {pairLines(lines).map(([before, after], index) =>
          before?.kind === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
            <tr key={index} data-kind="gap">
              <td colSpan={4} className={classes.text}>
                {before.text}
              </td>
            </tr>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
            <tr key={index}>
              <Side line={before} number={before?.before} />
              <Side line={after} number={after?.after} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function Side({ line, number }: { line: DifferenceLine | null; number: number | null | undefined }) {
  return (
    <>
      <td className={classes.number} data-kind={line?.kind ?? 'none'}>
        {number}
      </td>
      <td className={classes.text} data-kind={line?.kind ?? 'none'}>
        {line ? <Kind of={line} /> : null}
        {line?.text || ' '}
      </td>
    </>
  )
}
