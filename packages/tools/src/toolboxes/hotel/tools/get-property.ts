/** What a hotel is like: its rooms, boards, rates and seasons. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import type { Property, PropertySource } from '../properties/property.ts'
import { chosenProperties, propertyField } from './fields.ts'

export function getPropertyTool(source: PropertySource): Tool {
  return defineTool({
    name: 'pms.get_property',
    description:
      'Tells what a hotel is like: its town, rooms with how many guests they take, boards, and hours of arrival and leaving. All hotels when none is named.',
    input: z.object({ property: propertyField }),
    effect: 'pure',
    trusted: true,
    run: async ({ property }) => {
      const found = chosenProperties(await source(), property)
      return toolOutput({
        text: found.map(propertyText).join('\n\n'),
        data: { count: found.length, properties: found.map(propertyData) },
      })
    },
  }) as Tool
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function propertyText({ id, name, town, about, checkInFrom, checkOutUntil, rooms, boards, full }: Property): string {
  const lines = [
    `${name}, ${town} (${id}). ${about}`,
    `Arrival from ${checkInFrom}, leaving until ${checkOutUntil}. Boards: ${Object.keys(boards).join(', ')}.`,
    ...rooms.map(
      ({ type, name: room, count, mostAdults, mostGuests }) =>
        `- ${room} (${type}): ${count} of them, up to ${counted(mostAdults, 'adult')} and ${counted(mostGuests, 'guest')}`,
    ),
    ...(full.length > 0 ? [`Every year it is full for ${full.map(({ why }) => why).join(' and ')}.`] : []),
  ]
  return lines.join('\n')
}

function propertyData({ id, name, town, about, checkInFrom, checkOutUntil, rooms, boards }: Property) {
  return {
    id,
    name,
    town,
    about,
    check_in_from: checkInFrom,
    check_out_until: checkOutUntil,
    boards: Object.keys(boards),
    rooms: rooms.map(({ type, name: room, count, mostAdults, mostGuests }) => ({
      room_type: type,
      name: room,
      count,
      most_adults: mostAdults,
      most_guests: mostGuests,
    })),
  }
}
