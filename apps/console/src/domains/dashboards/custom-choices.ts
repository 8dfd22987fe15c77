import { getTemplateFields, listAssignedTemplates } from '@longreach/contract/monitoring/template-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { learnCustom } from './custom-parameters.ts'

/** Names of the parameters that templates of a device measure. */
export const customChoicesQuery = (device: number) =>
  queryOptions({
    queryKey: ['dashboards', 'custom', device],
    queryFn: async ({ signal }) => {
      const { data: assigned } = await call(listAssignedTemplates, { query: { device_id: device } }, signal)
      const own = assigned.filter(({ config_type }) => config_type === 'user').map(({ config_id }) => config_id)
      if (own.length === 0) return []
      const templates = (await call(getTemplateFields, {}, signal)).data.filter(({ id }) => own.includes(id))
      for (const { name: template, fields } of templates) {
        learnCustom(
          Object.fromEntries(fields.map(({ id, type, parameter }) => [parameter, { name: id, template, type }])),
        )
      }
      return templates.flatMap(({ fields }) => fields.map(({ parameter }) => parameter))
    },
    staleTime: 10_000,
  })
