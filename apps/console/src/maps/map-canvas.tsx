import 'maplibre-gl/dist/maplibre-gl.css'
import { useQuery } from '@tanstack/react-query'
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchemeName } from '../ui/scheme.ts'
import { baseMapQuery, hasBaseMap, loadBaseStyle } from './base-map.ts'
import classes from './map-canvas.module.css'
import { pictureOf } from './marks.ts'
import { loadOutlines } from './outlines.ts'
import { outlineStyle } from './style.ts'
import './texts.ts'

setWorkerUrl(workerUrl)

export interface Camera {
  longitude: number
  latitude: number
  zoom: number
}

interface Props {
  label: string
  camera: Camera
  /** Called with each new map once layers can be added; what it returns is called before the map is removed. */
  onReady: (map: MapLibre) => (() => void) | undefined
  /** The browser cannot draw it. */
  onFailed: (error: unknown) => void
}

let outlines: ReturnType<typeof loadOutlines> | undefined

/** Loaded once; tried again when it failed. */
function outlinesOnce() {
  outlines ??= loadOutlines().catch((error: unknown) => {
    outlines = undefined
    throw error
  })
  return outlines
}

/** The map of the operator failed: until the page is loaded again, outlines are drawn, and it is not asked for. */
let baseFailed = false

/** Calls back if the map fails before any tile of it was loaded; also while another one on the page has failed. */
function watchBase(map: MapLibre, failed: () => void): void {
  let loaded = false
  map.on('sourcedata', (event) => {
    if (event.tile && event.sourceDataType !== 'metadata') loaded = true
  })
  map.on('error', () => {
    if (loaded) return
    baseFailed = true
    failed()
  })
}

/** A map of the world that fills its container: the one the operator has set, or outlines. */
export function MapCanvas({ label, camera, onReady, onFailed }: Props) {
  const { t } = useTranslation('maps')
  const element = useRef<HTMLDivElement>(null)
  const scheme = useSchemeName()
  const { data: base, isPending } = useQuery(baseMapQuery())
  const [failed, setFailed] = useState(baseFailed)
  const own = base && hasBaseMap(base) && !failed ? base : undefined
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
      const fallBack = () => setFailed(true)
      const style = own
        ? await loadBaseStyle(own, scheme === 'dark').catch(() => undefined)
        : outlineStyle(await outlinesOnce())
      if (!style) {
        baseFailed = true
        return fallBack()
      }
      // The labels are drawn with it.
      await document.fonts.load('12px "Inter Variable"')
      if (ended) return
      const { longitude, latitude, zoom } = now.current.camera
      map = new MapLibre({
        container,
        style,
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
      if (own) watchBase(made, fallBack)
      made.touchZoomRotate.disableRotation()
      made.keyboard.disableRotation()
      const canvas = made.getCanvas()
      canvas.setAttribute('aria-label', label)
      // Until all of it is drawn.
      canvas.setAttribute('aria-busy', 'true')
      made.on('render', () => canvas.setAttribute('aria-busy', 'true'))
      made.on('idle', () => canvas.setAttribute('aria-busy', 'false'))
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
    }
  }, [scheme, isPending, own])

  const note = failed || base?.file_failed ? t('baseFailed') : own?.attribution
  return (
    <>
      <div ref={element} className={classes.map} />
      {note ? (
        <p className={classes.note} role={failed || base?.file_failed ? 'status' : undefined}>
          {note}
        </p>
      ) : null}
    </>
  )
}
