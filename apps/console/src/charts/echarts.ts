import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts for lines over time; this file is a chunk of its own.
use([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

export { init } from 'echarts/core'
