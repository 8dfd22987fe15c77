import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import i18next from 'i18next'
import type { GeoJSONSource, MapMouseEvent, Map as MapOf } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import type { Search } from '../../../api/search.ts'
import { baseMapQuery, hasBaseMap } from '../../../maps/base-map.ts'
import { addClusters, clustersLayer, type Marks, marksLayer } from '../../../maps/clusters.ts'
import { MapCanvas } from '../../../maps/map-canvas.tsx'
import { MapControls } from '../../../maps/map-controls.tsx'
import { formatCount } from '../../../ui/format.ts'
import { ErrorState, Skeleton } from '../../../ui/state.tsx'
import { toast } from '../../../ui/toast.ts'
import { cameraOf, writeCamera } from './camera.ts'
import { MapCard } from './card.tsx'
import classes from './devices-map.module.css'
import { worldZoom } from './first-map.ts'
import { InView } from './in-view.tsx'
import { MapLegend } from './legend.tsx'
import { boundsInWorld, type DeviceInView, extentOf, findInView, placesQuery, type View } from './places.ts'

/** Pixels around all devices when the map is fitted to them. */
const margin = 60
const nearest = 12

/** The devices of a list on a map, beside a list of those in view. */
export function DevicesMap({ filter }: { filter: Search }) {
  const { t } = useTranslation('map')
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const start = useRef(cameraOf(search.at))
  const [view, setView] = useState<View | null>(null)
  const [chosen, setChosen] = useState<DeviceInView | null>(null)
  const [map, setMap] = useState<MapOf | null>(null)
  const [failed, setFailed] = useState(false)
  const show = useRef<((marks: Marks) => void) | null>(null)
  const { data, error, refetch } = useQuery(placesQuery(filter, null))
  // The view matters only if there are too many devices to place each, and closer than the groups of the world go.
  const partial = data?.grouped === true && view !== null && view.zoom >= Number(worldZoom) + 1
  const part = useQuery({ ...placesQuery(filter, view), enabled: partial })
  const marks = partial ? (part.data?.marks ?? data.marks) : data?.marks
  const latest = useRef(marks)
  latest.current = marks

  useEffect(() => {
    if (marks) show.current?.(marks)
  }, [marks])

  const showAll = useCallback((on: MapOf, animate = true) => {
    const extent = latest.current && extentOf(latest.current)
    if (!extent) return
    const { west, south, east, north } = extent
    on.fitBounds([west, south, east, north], { padding: margin, maxZoom: nearest, animate })
  }, [])
  // At first the map shows all devices, unless the address has a position.
  const placed = useRef(start.current !== null)
  useEffect(() => {
    if (!map || !marks || placed.current) return
    placed.current = true
    showAll(map, false)
  }, [map, marks, showAll])

  const ready = useCallback(
    (made: MapOf) => {
      show.current = addClusters(made, () => toast(i18next.t('maps:noClusters'), 'error', 'clusters'))
      if (latest.current) show.current(latest.current)
      const look = () => {
        const bounds = made.getBounds()
        const zoom = made.getZoom()
        const world = {
          west: bounds.getWest(),
          south: bounds.getSouth(),
          east: bounds.getEast(),
          north: bounds.getNorth(),
        }
        setView({ bounds: boundsInWorld(world), zoom })
      }
      const remember = () => {
        const at = writeCamera(made)
        void navigate({ to: '.', search: ((now: Search) => ({ ...now, at })) as never, replace: true })
      }
      made.on('moveend', look)
      made.on('moveend', remember)
      made.on('click', (event) => void openAt(made, event, setChosen))
      for (const layer of [clustersLayer, marksLayer]) {
        made.on('mouseenter', layer, () => {
          made.getCanvas().style.cursor = 'pointer'
        })
        made.on('mouseleave', layer, () => {
          made.getCanvas().style.cursor = ''
        })
      }
      look()
      setMap(made)
      return () => {
        show.current = null
        setMap(null)
      }
    },
    [navigate],
  )
  const { data: base } = useQuery(baseMapQuery())
  const choose = (device: DeviceInView) => {
    setChosen(device)
    const { position } = device
    if (map && position) map.easeTo({ center: [position.longitude, position.latitude] })
  }
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  const without = data ? data.total - data.located : 0
  return (
    <>
      <div className={classes.body}>
        <div className={classes.map}>
          {failed ? (
            <p className={classes.noMap}>{t('noMap')}</p>
          ) : (
            <>
              <MapCanvas
                label={t('label')}
                camera={start.current ?? { longitude: 15, latitude: 30, zoom: 1 }}
                onReady={ready}
                onFailed={() => setFailed(true)}
              />
              {map ? <MapControls map={map} label={t('all')} onCentre={() => showAll(map)} /> : null}
              <MapLegend />
              {map && chosen ? (
                <MapCard key={chosen.id} map={map} device={chosen} onClose={() => setChosen(null)} />
              ) : null}
            </>
          )}
          {data?.located === 0 ? (
            <div className={classes.nowhere}>
              <strong>{t('nowhere')}</strong>
              <span>{t('nowhereText')}</span>
            </div>
          ) : null}
        </div>
        <InView
          filter={filter}
          bounds={view?.bounds ?? (failed ? wholeWorld : null)}
          chosen={chosen?.id ?? null}
          onChoose={choose}
        />
      </div>
      <footer className={classes.foot}>
        {data ? (
          <span>
            {t('located', { shown: formatCount(data.located), total: formatCount(data.total) })}
            {without > 0 ? ` · ${t('without', { count: without, formatted: formatCount(without) })}` : ''}
          </span>
        ) : (
          <Skeleton width={180} />
        )}
        {base && !hasBaseMap(base) && base.google_key === null ? (
          <span className={classes.source}>{t('outlines')}</span>
        ) : null}
      </footer>
    </>
  )
}

/** The area that is listed if there is no map. */
const wholeWorld = { west: -180, south: -90, east: 180, north: 90 }

/** A click on a group zooms in until it splits; a click on a device shows it. */
async function openAt(map: MapOf, { point }: MapMouseEvent, choose: (device: DeviceInView | null) => void) {
  const [found] = map.queryRenderedFeatures(point, { layers: [marksLayer, clustersLayer] })
  if (found?.geometry.type !== 'Point') return choose(null)
  const [longitude = 0, latitude = 0] = found.geometry.coordinates
  const { id, cluster_id: cluster } = found.properties as { id?: number; cluster_id?: number }
  if (id !== undefined) return choose(await findInView(id))
  const source = map.getSource<GeoJSONSource>('marks')
  const zoom = cluster === undefined ? map.getZoom() + 2 : await source?.getClusterExpansionZoom(cluster)
  map.easeTo({ center: [longitude, latitude], zoom: zoom ?? map.getZoom() + 1 })
}
