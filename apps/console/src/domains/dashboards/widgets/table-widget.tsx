import { useTranslation } from 'react-i18next'
import { formatValue, labelOf } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

/** Several values below each other. */
export function TableWidget({ widget, name, data }: WidgetProps<'table'>) {
  const { t } = useTranslation('dashboards')
  return (
    <table className={classes.table} aria-label={name}>
      <tbody>
        {widget.options.parameters.map((parameter) => (
          <tr key={parameter}>
            <th scope="row">{labelOf(parameter)}</th>
            <td>
              {data.values && !(parameter in data.values.values)
                ? t('values.none')
                : formatValue(parameter, data.values?.values[parameter])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
