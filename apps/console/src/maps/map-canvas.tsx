import 'maplibre-gl/dist/maplibre-gl.css'
import { useQuery } from '@tanstack/react-query'
import { Map as MapLibre, prewarm, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchemeName } from '../ui/scheme.ts'
import { Segmented } from '../ui/segmented.tsx'
import { baseMapQuery } from './base-map.ts'
import { type LoadedMap, loadMap } from './load-map.ts'
import classes from './map-canvas.module.css'
import { pictureOf } from './marks.ts'
import { addOutlines } from './style.ts'
import './texts.ts'
import { useMapKind } from './use-map-kind.ts'

setWorkerUrl(workerUrl)
// Starts the worker while the page is built and its places are loading.
prewarm()

export interface Camera {
  longitude: number
  latitude: number
  zoom: number
}

interface Props {
  label: string
  camera: Camera
  /** Called with each new map once layers can be added; the returned function is called before the map is removed. */
  onReady: (map: MapLibre) => (() => void) | undefined
  /** Called if the browser cannot draw the map. */
  onFailed: (error: unknown) => void
}

/** Calls `failed` if the map fails before any of its tiles was loaded. */
function watchTiles(map: MapLibre, { sources }: StyleSpecification, failed: () => void): void {
  let loaded = false
  map.on('sourcedata', (event) => {
    // Ignores sources of marks on the map, which may load sooner.
    const own = event.sourceId in sources
    if (own && event.tile && event.sourceDataType !== 'metadata') loaded = true
  })
  map.on('error', () => {
    if (!loaded) failed()
  })
}

/** Shows the attribution of the data in view whenever the map moves. */
function showSources(map: MapLibre, sources: NonNullable<LoadedMap['sources']>, show: (text: string) => void): void {
  let turn = 0
  const update = async () => {
    turn++
    const own = turn
    const text = await sources(map.getBounds(), map.getZoom()).catch(() => '')
    if (own === turn) show(text)
  }
  map.on('moveend', () => void update())
  map.on('remove', () => {
    turn++
  })
  void update()
}

const mapKinds = ['own', 'roadmap', 'satellite'] as const

/** A map of the world that fills its container: the operator's, the user's selection, or outlines. */
export function MapCanvas({ label, camera, onReady, onFailed }: Props) {
  const { t } = useTranslation('maps')
  const element = useRef<HTMLDivElement>(null)
  const scheme = useSchemeName()
  const { data: base, isPending } = useQuery(baseMapQuery())
  const { chosen, kind, failed, choose, fail } = useMapKind(base)
  const [sources, setSources] = useState('')
  const now = useRef({ camera, onReady, onFailed })
  now.current.onReady = onReady
  now.current.onFailed = onFailed

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours, and is another map
  useEffect(() => {
    const container = element.current
    if (!container || isPending) return
    let ended = false
    let map: MapLibre | undefined
    let end: (() => void) | undefined
    const start = async () => {
      const loaded = await loadMap(kind, base, scheme === 'dark').catch(() => undefined)
      if (!loaded) return fail(kind)
      // Font of the labels.
      await document.fonts.load('12px "Inter Variable"')
      if (ended) return
      const { longitude, latitude, zoom } = now.current.camera
      map = new MapLibre({
        container,
        style: loaded.style,
        center: [longitude, latitude],
        zoom,
        minZoom: 0,
        maxZoom: 18,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        fadeDuration: 0,
        localIdeographFontFamily: 'sans-serif',
      })
      const made = map
      if (kind !== 'outlines') watchTiles(made, loaded.style, () => fail(kind))
      if (loaded.sources) showSources(made, loaded.sources, setSources)
      made.touchZoomRotate.disableRotation()
      made.keyboard.disableRotation()
      const canvas = made.getCanvas()
      canvas.setAttribute('aria-label', label)
      // Busy until everything is drawn.
      canvas.setAttribute('aria-busy', 'true')
      made.on('render', () => canvas.setAttribute('aria-busy', 'true'))
      let complete = kind !== 'outlines'
      made.on('idle', () => canvas.setAttribute('aria-busy', String(!complete)))
      // After the first drawing: outlines keep the worker busy for longer than the marks on them. A map whose marks
      // move may never be idle.
      if (kind === 'outlines') {
        made.once('load', () => {
          addOutlines(made)
          complete = true
        })
      }
      made.setMissingStyleImageResolver((id) => {
        const picture = pictureOf(id, devicePixelRatio)
        if (picture && !made.hasImage(id)) made.addImage(id, picture, { pixelRatio: devicePixelRatio })
      })
      made.on('moveend', () => {
        const { lng, lat } = made.getCenter()
        now.current.camera = { longitude: lng, latitude: lat, zoom: made.getZoom() }
      })
      await made.once('style.load')
      if (!ended) end = now.current.onReady(made)
    }
    start().catch((error: unknown) => {
      if (!ended) now.current.onFailed(error)
    })
    return () => {
      ended = true
      end?.()
      map?.remove()
      setSources('')
    }
  }, [scheme, isPending, kind])

  const broken = failed || (chosen === 'own' && base?.file_failed)
  const note = broken
    ? t(chosen === 'own' ? 'baseFailed' : 'googleFailed')
    : kind === 'own'
      ? base?.attribution
      : sources
  return (
    <>
      <div ref={element} className={classes.map} />
      {base?.google_key ? (
        <div className={classes.kinds}>
          <Segmented
            label={t('kind')}
            value={chosen}
            options={mapKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={choose}
          />
        </div>
      ) : null}
      {note ? (
        <p className={classes.note} role={broken ? 'status' : undefined}>
          {note}
        </p>
      ) : null}
    </>
  )
}
