import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import i18next from 'i18next'
import './texts.ts'

export interface FoundPlace {
  id: string
  name: string
  /** Coordinates, requested when the place is selected. */
  locate: () => Promise<{ latitude: number; longitude: number } | undefined>
}

export interface PlaceFinder {
  /** Places whose name or address may contain the text, the most likely first. */
  find: (text: string) => Promise<FoundPlace[]>
}

let configured = false

/**
 * Loads Google's maps service with the key of the operator; nothing is requested from it before. Throws if it is
 * unreachable or responds unexpectedly.
 */
export async function loadFinder(key: string): Promise<PlaceFinder> {
  if (!configured) setOptions({ key, language: 'en', libraries: ['places', 'geometry', 'geocoding'] })
  configured = true
  const { AutocompleteSuggestion, AutocompleteSessionToken }: google.maps.PlacesLibrary = await importLibrary('places')
  // Google may respond without the library.
  if (AutocompleteSuggestion === undefined) throw new Error(i18next.t('maps:noPlacesLibrary'))
  // Google charges per search, from its first letter to the selected place.
  let sessionToken = new AutocompleteSessionToken()
  return {
    async find(input) {
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({ input, sessionToken })
      return suggestions.flatMap(({ placePrediction }) => {
        if (!placePrediction) return []
        const { placeId: id, text } = placePrediction
        const locate: FoundPlace['locate'] = async () => {
          const { place } = await placePrediction.toPlace().fetchFields({ fields: ['location'] })
          sessionToken = new AutocompleteSessionToken()
          return place.location ? { latitude: place.location.lat(), longitude: place.location.lng() } : undefined
        }
        return [{ id, name: text.text, locate }]
      })
    },
  }
}
