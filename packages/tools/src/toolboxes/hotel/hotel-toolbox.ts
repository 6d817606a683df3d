/** A few small hotels to ask about: what is free and for how much. Nothing is booked, and no service is asked. */
import { defineToolbox, type Toolbox } from '@gyre/core'
import type { Property, PropertySource } from './properties/property.ts'
import { getAvailabilityTool } from './tools/get-availability.ts'
import { getPropertyTool } from './tools/get-property.ts'
import { getRatesTool } from './tools/get-rates.ts'

/** The hotels; a few made-up ones when left out. */
export type HotelOptions = {
  /** The hotels; three invented ones when left out. */
  readonly properties?: readonly Property[]
}

/** Hotels to ask about: what is free and for how much. Nothing is booked. */
export function hotelToolbox({ properties }: HotelOptions = {}): Toolbox {
  const source: PropertySource = async () => properties ?? (await import('./properties/properties.ts')).properties
  return defineToolbox({
    name: 'pms',
    description: 'Hotels: their rooms, what is free and what it costs.',
    tools: [getAvailabilityTool(source), getPropertyTool(source), getRatesTool(source)],
  })
}
