import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../ui/suggest-field.tsx'
import { type FoundPlace, loadFinder, type PlaceFinder } from './google.ts'
import './texts.ts'

interface Props {
  /** Of Google Maps. */
  googleKey: string
  onFound: (point: { latitude: number; longitude: number }) => void
}

/** Finds a place by its name or address. */
export function PlaceSearch({ googleKey, onFound }: Props) {
  const { t } = useTranslation('maps')
  const [error, setError] = useState<string>()
  const finder = useRef<Promise<PlaceFinder>>(undefined)

  const failed = (thrown: unknown) => {
    // Tried again with the next search.
    finder.current = undefined
    setError(thrown instanceof Error && thrown.message ? thrown.message : t('searchFailed'))
  }
  const find = async (text: string): Promise<FoundPlace[]> => {
    try {
      finder.current ??= loadFinder(googleKey)
      const places = await (await finder.current).find(text)
      if (places.length === 0) setError(t('noPlaces'))
      return places
    } catch (thrown) {
      failed(thrown)
      return []
    }
  }
  const choose = async ({ locate }: FoundPlace) => {
    try {
      const point = await locate()
      if (point) onFound(point)
      else setError(t('noCoordinates'))
    } catch (thrown) {
      failed(thrown)
    }
  }
  return (
    <SuggestField
      label={t('search')}
      hint={t('byGoogle')}
      error={error}
      find={find}
      onChoose={(place) => void choose(place)}
      onType={() => setError(undefined)}
    />
  )
}
