/** The countries whose holidays are known. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { findPlace } from '../holidays/countries.ts'
import { holidayLibrary } from '../holidays/holiday-library.ts'
import { countryField } from './fields.ts'

export function countriesTool(): Tool {
  return defineTool({
    name: 'calendar.countries',
    description: 'Lists the countries whose holidays are known, or the regions of one of them.',
    input: z.object({ country: countryField.optional() }),
    effect: 'pure',
    trusted: true,
    run: async ({ country }) => {
      const library = await holidayLibrary()
      if (country === undefined) {
        return toolOutput({ text: listed(library.countries), data: { countries: library.countries } })
      }
      const place = findPlace(library, country, undefined)
      const name = library.countries[place.country] ?? place.country
      const regions = library.regions(place.country)
      const isWhole = Object.keys(regions).length === 0
      const text = isWhole
        ? `${name} has no regions with holidays of their own.`
        : `Regions of ${name}: ${listed(regions)}`
      return toolOutput({ text, data: { country: place.country, name, regions } })
    },
  }) as Tool
}

function listed(names: Readonly<Record<string, string>>): string {
  return Object.entries(names)
    .map(([code, name]) => `${code} ${name}`)
    .join(', ')
}
