import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import i18next from 'i18next'
import './texts.ts'

export interface FoundPlace {
  id: string
  name: string
  /** Its coordinates, requested when it is chosen. */
  locate: () => Promise<{ latitude: number; longitude: number } | undefined>
}

export interface PlaceFinder {
  /** Places of which the text may be a part of the name or address, the likeliest first. */
  find: (text: string) => Promise<FoundPlace[]>
}

let configured = false

/**
 * Loads the maps service of Google, with the key of the operator; nothing of it is requested before. Throws if it cannot
 * be reached or does not answer as it should.
 */
export async function loadFinder(key: string): Promise<PlaceFinder> {
  if (!configured) setOptions({ key, language: 'en', libraries: ['places', 'geometry', 'geocoding'] })
  configured = true
  const { AutocompleteSuggestion, AutocompleteSessionToken }: google.maps.PlacesLibrary = await importLibrary('places')
  // What Google answers is not known before it is asked.
  if (AutocompleteSuggestion === undefined) throw new Error(i18next.t('maps:noPlacesLibrary'))
  // Google charges for a search from its first letter to the place that is chosen.
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
