import type { StyleSpecification } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'
import type { Outlines } from './outlines.ts'

/** Labels are drawn with the page's own font: nothing is requested for them. */
export const mapFont = ['Inter Variable']

/** The world in outlines, in the colours of the page. */
export const outlineStyle = ({ countries, names }: Outlines): StyleSpecification => ({
  version: 8,
  sources: {
    countries: { type: 'geojson', data: countries },
    names: { type: 'geojson', data: names },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': themeColour('--map-sea') } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': themeColour('--map-land') } },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': themeColour('--map-line'), 'line-width': 0.8 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      minzoom: 2,
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': mapFont,
        'text-size': 11,
        'text-letter-spacing': 0.12,
        'text-max-width': 8,
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: {
        'text-color': themeColour('--text-muted'),
        'text-halo-color': themeColour('--map-land'),
        'text-halo-width': 1,
      },
    },
  ],
})
