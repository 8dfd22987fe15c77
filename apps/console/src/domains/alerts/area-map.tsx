import './texts.ts'
import type { Feature, FeatureCollection } from 'geojson'
import { type GeoJSONSource, type Map as MapOf, Marker } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeColour } from '../../charts/colours.ts'
import { type Circle, cornersOf, degreesOf } from '../../maps/circle.ts'
import { MapCanvas } from '../../maps/map-canvas.tsx'
import { MapControls } from '../../maps/map-controls.tsx'
import classes from './area.module.css'

interface Props {
  /** In degrees; null until entered. */
  latitude: number | null
  longitude: number | null
  /** In metres; null until entered. */
  radius: number | null
  onCentre: (latitude: number, longitude: number) => void
}

const world = { longitude: 15, latitude: 30, zoom: 0.5 } as const
/** Zoom for a position without a radius. */
const placeZoom = 9
/** Share of the map's height that the area takes up at first. */
const share = 0.6
const pixelsHigh = 240
/** MapLibre's world at zoom 0, in pixels. */
const worldPixels = 512

function cameraOf({ latitude, longitude, radius }: Omit<Props, 'onCentre'>) {
  if (latitude === null || longitude === null || Math.abs(latitude) > 90) return world
  if (radius === null || radius <= 0) return { latitude, longitude, zoom: placeZoom }
  const { width } = degreesOf({ latitude, longitude, radius })
  const zoom = Math.log2(((pixelsHigh * share) / (2 * width)) * (360 / worldPixels))
  return { latitude, longitude, zoom: Math.min(Math.max(zoom, 0), 15) }
}

const areaOf = (circle: Circle): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [cornersOf(circle)] },
  properties: {},
})

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Adds the area below its centre, which can be dragged; returns a function that shows another area. */
function addArea(map: MapOf, label: string, moved: (latitude: number, longitude: number) => void) {
  const colour = themeColour('--action')
  map.addSource('area', { type: 'geojson', data: nothing })
  map.addLayer({ id: 'area', type: 'fill', source: 'area', paint: { 'fill-color': colour, 'fill-opacity': 0.16 } })
  map.addLayer({ id: 'area-edge', type: 'line', source: 'area', paint: { 'line-color': colour, 'line-width': 1.5 } })
  const marker = new Marker({ color: colour, draggable: true })
  marker.getElement().setAttribute('aria-label', label)
  marker.on('dragend', () => {
    const { lng, lat } = marker.getLngLat().wrap()
    moved(lat, lng)
  })
  return ({ latitude, longitude, radius }: Omit<Props, 'onCentre'>) => {
    const placed = latitude !== null && longitude !== null && Math.abs(latitude) <= 90
    const area = placed && radius !== null && radius > 0 ? areaOf({ latitude, longitude, radius }) : nothing
    void map.getSource<GeoJSONSource>('area')?.setData(area)
    if (placed) marker.setLngLat([longitude, latitude]).addTo(map)
    else marker.remove()
  }
}

/** The wheel scrolls the window until the user clicks the map. */
function zoomWhenFocused(map: MapOf): void {
  map.scrollZoom.disable()
  const canvas = map.getCanvas()
  canvas.addEventListener('focus', () => map.scrollZoom.enable())
  canvas.addEventListener('blur', () => map.scrollZoom.disable())
}

/** Shows a circle on the map; a click sets its centre. */
export function AreaMap({ onCentre, ...area }: Props) {
  const { t } = useTranslation(['alerts', 'maps'])
  const [map, setMap] = useState<MapOf | null>(null)
  const [failed, setFailed] = useState(false)
  const show = useRef<ReturnType<typeof addArea>>(null)
  const now = useRef({ onCentre, label: t('form.areaCentre') })
  now.current.onCentre = onCentre
  const key = JSON.stringify(area)
  useEffect(() => {
    if (!map) return
    const next = JSON.parse(key) as Omit<Props, 'onCentre'>
    show.current?.(next)
    const { longitude, latitude, zoom } = cameraOf(next)
    const known = next.latitude !== null && next.longitude !== null
    if (known && !map.getBounds().contains([longitude, latitude])) map.jumpTo({ center: [longitude, latitude], zoom })
  }, [map, key])
  const ready = useCallback((made: MapOf) => {
    zoomWhenFocused(made)
    const moved = (latitude: number, longitude: number) => now.current.onCentre(latitude, longitude)
    show.current = addArea(made, now.current.label, moved)
    made.on('click', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap()
      moved(lat, lng)
    })
    setMap(made)
    return () => setMap(null)
  }, [])
  if (failed) return <p className={classes.noMap}>{t('maps:noMap')}</p>
  return (
    <>
      <MapCanvas label={t('form.areaMap')} camera={cameraOf(area)} onReady={ready} onFailed={() => setFailed(true)} />
      {map ? (
        <MapControls
          map={map}
          label={t('form.areaShow')}
          onCentre={() => {
            const { longitude, latitude, zoom } = cameraOf(area)
            map.easeTo({ center: [longitude, latitude], zoom })
          }}
        />
      ) : null}
    </>
  )
}
