import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../ui/suggest-field.tsx'
import { type FoundPlace, loadFinder, type PlaceFinder } from './google.ts'
import './texts.ts'

interface Props {
  /** API key of Google Maps. */
  googleKey: string
  onFound: (point: { latitude: number; longitude: number }) => void
}

export function PlaceSearch({ googleKey, onFound }: Props) {
  const { t } = useTranslation('maps')
  const [error, setError] = useState<string>()
  const finder = useRef<Promise<PlaceFinder>>(undefined)

  /** Increases with each text and each selection: the results of an earlier one are stale when they arrive. */
  const turn = useRef(0)

  const failed = (own: number, thrown: unknown) => {
    // Loaded again with the next search.
    finder.current = undefined
    if (own === turn.current) setError(thrown instanceof Error && thrown.message ? thrown.message : t('searchFailed'))
  }
  const find = async (text: string): Promise<FoundPlace[]> => {
    const own = turn.current
    try {
      finder.current ??= loadFinder(googleKey)
      const places = await (await finder.current).find(text)
      if (places.length === 0 && own === turn.current) setError(t('noPlaces'))
      return places
    } catch (thrown) {
      failed(own, thrown)
      return []
    }
  }
  const choose = async ({ locate }: FoundPlace) => {
    turn.current++
    const own = turn.current
    try {
      const point = await locate()
      if (own !== turn.current) return
      if (point) onFound(point)
      else setError(t('noCoordinates'))
    } catch (thrown) {
      failed(own, thrown)
    }
  }
  const typed = () => {
    turn.current++
    setError(undefined)
  }
  return (
    <SuggestField
      label={t('search')}
      hint={t('byGoogle')}
      error={error}
      find={find}
      onChoose={(place) => void choose(place)}
      onType={typed}
    />
  )
}
