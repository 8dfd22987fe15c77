import 'maplibre-gl/dist/maplibre-gl.css'
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'
import { useSchemeName } from '../ui/scheme.ts'
import classes from './map-canvas.module.css'
import { pictureOf } from './marks.ts'
import { loadOutlines } from './outlines.ts'
import { outlineStyle } from './style.ts'

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

/** A map of the world that fills its container. */
export function MapCanvas({ label, camera, onReady, onFailed }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const scheme = useSchemeName()
  const now = useRef({ camera, onReady, onFailed })
  now.current.onReady = onReady
  now.current.onFailed = onFailed

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours, and is another map
  useEffect(() => {
    const container = element.current
    if (!container) return
    let ended = false
    let map: MapLibre | undefined
    let end: (() => void) | undefined
    const start = async () => {
      const style = outlineStyle(await outlinesOnce())
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
  }, [scheme])

  return <div ref={element} className={classes.map} />
}
