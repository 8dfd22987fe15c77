import type { StyleSpecification } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'

interface Zooms {
  minzoom?: number
  maxzoom?: number
}

/** A map of raster tiles, which are designed for light pages. */
export const tileStyle = (tiles: string, dark: boolean, zooms: Zooms = {}): StyleSpecification => ({
  version: 8,
  sources: { base: { type: 'raster', tiles: [tiles], tileSize: 256, ...zooms } },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': themeColour('--map-sea') } },
    {
      id: 'base',
      type: 'raster',
      source: 'base',
      paint: {
        'raster-fade-duration': 0,
        ...(dark && { 'raster-brightness-max': 0.65, 'raster-saturation': -0.35 }),
      },
    },
  ],
})
